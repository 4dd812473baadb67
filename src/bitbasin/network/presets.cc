// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/presets.h"

#include <vector>

namespace bitbasin {
namespace {

TrainOptions rule(std::int64_t robustness, double reinforcement, double growth) {
  return {.robustness = robustness, .reinforcement = reinforcement, .growth = growth, .batch = {}};
}

}  // namespace

std::span<const TrainPreset> train_presets() {
  static const std::vector<TrainPreset> presets{
      {"small", "the smallest network of the paper that learns MNIST without an error", "rbm:501", 11, 30,
       1000, rule(0, 2e-6, 1)},
      {"paper", "the large network of the paper", "rbm:501", 81, 200, 80, rule(120, 4e-6, 1)},
      {"best", "deskewed and deformed images, graded inputs, a larger network; a quarter of an hour",
       "deskew,augment:4,depth:2,rbm:1001", 81, 400, 120, rule(240, 1.5e-6, 1.02)},
  };
  return presets;
}

}  // namespace bitbasin
