// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/presets.h"

#include <algorithm>
#include <vector>

namespace bitbasin {
namespace {

TrainOptions rule(std::int64_t robustness, double reinforcement, double growth) {
  return {.robustness = robustness, .reinforcement = reinforcement, .growth = growth, .batch = {}};
}

}  // namespace

std::span<const TrainPreset> train_presets() {
  static const std::vector<TrainPreset> presets{
      {"small", "the smallest network of the paper that learns MNIST without an error", "patches:32", 11, 30,
       1000, rule(0, 2e-6, 1)},
      {"paper", "the large network of the paper", "patches:32", 81, 200, 80, rule(120, 4e-6, 1)},
      {"best", "deskewed and deformed images, twice as many committees; some minutes",
       "deskew,augment:4,patches:32", 81, 400, 70, rule(240, 1.5e-6, 1.03)},
  };
  return presets;
}

std::string preset_features(const TrainPreset& preset, const ImageSet& images) {
  constexpr int kLeast = 12;  // pixels, so that patches of 7 x 7 still move about
  return std::min(images.rows, images.columns) < kLeast ? "rbm:501" : preset.features;
}

}  // namespace bitbasin
