// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// How hard an instance is, for the rules that choose what is "auto": alpha itself where patterns ask for x .
// W > 0; under another constraint the alpha of that problem which is as far from its capacity, by their
// ratio.
double relative_load(const PerceptronInstance& instance);

}  // namespace bitbasin
