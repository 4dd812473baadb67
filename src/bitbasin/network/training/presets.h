// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "bitbasin/data/image_set.h"
#include "bitbasin/network/training/trainer.h"

namespace bitbasin {

// A whole recipe. How its numbers were chosen, and what with, is told in doc/network.md.
struct TrainPreset {
  std::string name;
  std::string meaning;
  std::string features;
  std::int64_t k1 = 0;
  std::int64_t k2 = 0;
  std::int64_t epochs = 0;
  TrainOptions options;
};

std::span<const TrainPreset> train_presets();

// Those of the preset, or units of a Boltzmann machine where images are too small for patches, or no images.
std::string preset_features(const TrainPreset& preset, const ImageSet& images);

}  // namespace bitbasin
