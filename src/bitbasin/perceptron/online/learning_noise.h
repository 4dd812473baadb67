// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/options.h"

namespace bitbasin {

// What may go wrong while synapses learn. Each is a probability, for every synapse by itself.
struct LearningNoise {
  double flip = 0;    // its input is flipped, at each presentation
  double ignore = 0;  // it keeps its state when the states change
  double decay = 0;   // after an epoch its state moves a step towards zero; its weight stays
  double lose = 0;    // after an epoch its state is replaced by +1 or -1 at random

  bool any() const { return flip > 0 || ignore > 0 || decay > 0 || lose > 0; }
};

// For the options of algorithms that learn.
const OptionTable<LearningNoise>& learning_noise_options();

}  // namespace bitbasin
