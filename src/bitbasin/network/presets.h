// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "bitbasin/network/trainer.h"

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

}  // namespace bitbasin
