// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// How hard an instance is, for the rules that choose "auto" values: alpha itself for the constraint x . W >
// 0; for another constraint, alpha rescaled by the ratio of the capacities.
double relative_load(const PerceptronInstance& instance);

}  // namespace bitbasin
