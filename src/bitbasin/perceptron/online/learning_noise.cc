// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/learning_noise.h"

namespace bitbasin {

const OptionTable<LearningNoise>& learning_noise_options() {
  static const OptionTable<LearningNoise> table{
      younger(option("flip", &LearningNoise::flip, {0.0, 0.5},
                     "noise: fraction of input bits flipped at each presentation")),
      younger(option("ignore", &LearningNoise::ignore, {0.0, 1.0, false, true},
                     "noise: fraction of synapses that ignore a change of the hidden states")),
      younger(option("decay", &LearningNoise::decay, {0.0, 1.0},
                     "noise: fraction of hidden states that move a step towards zero after each epoch")),
      younger(option("lose", &LearningNoise::lose, {0.0, 1.0},
                     "noise: fraction of hidden states replaced by +1 or -1 at random after each epoch")),
  };
  return table;
}

}  // namespace bitbasin
