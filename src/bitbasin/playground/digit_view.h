// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/features/feature_map.h"
#include "bitbasin/network/model_file.h"

namespace bitbasin {

// A trained network and the image that it looks at, as the playground draws them.
class DigitView {
 public:
  explicit DigitView(Model model);

  const FeatureMap& features() const { return model_.features; }
  const CommitteeShape& shape() const { return model_.network.shape; }

  // Flips a fraction of all weights, as they were trained, at random. A larger fraction with the same seed
  // flips the same ones and more.
  void flip(double fraction, std::uint64_t seed);

  // The model with the weights as they are now, flipped or not.
  Model model() const;

  // The label of an image, rows of pixels from 0 to 255. Fails if it does not have the size of the model's.
  std::size_t look(std::span<const std::uint8_t> pixels);

  // Of the last image: its bits; W . xi / sqrt(N) of each unit; for each label, +1 or -1 of each committee
  // that votes for it or against it; their sum S_l of each label.
  std::span<const float> bits();
  std::span<const float> fields() const { return fields_; }
  std::span<const float> votes();
  std::span<const float> sums() const { return sums_; }

 private:
  Model model_;
  CommitteeArray network_;  // with some weights flipped
  FeatureEncoder encoder_;
  BitMatrix rows_;     // of the last image
  BitVector answers_;  // of the committees to it
  std::vector<float> bits_, fields_, votes_, sums_;
};

}  // namespace bitbasin
