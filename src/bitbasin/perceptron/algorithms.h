// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <vector>

#include "bitbasin/perceptron/instance.h"
#include "bitbasin/solve/algorithm.h"

namespace bitbasin {

// The solvers of perceptrons that come with the library; algorithms<PerceptronInstance>() has them all.
std::vector<Algorithm<PerceptronInstance>> built_in_algorithms(std::type_identity<PerceptronInstance>);

}  // namespace bitbasin
