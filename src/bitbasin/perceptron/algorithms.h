// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <vector>

#include "bitbasin/perceptron/instance.h"
#include "bitbasin/solve/algorithm.h"

namespace bitbasin {

// The built-in solvers of perceptrons; algorithms<PerceptronInstance>() also lists added ones.
std::vector<Algorithm<PerceptronInstance>> built_in_algorithms(std::type_identity<PerceptronInstance>);

}  // namespace bitbasin
