// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/features/stages/bit_picker.h"

namespace bitbasin {

// Pixels as bits. Those that are nearly always on or nearly always off are left out: in +-1 coding all
// weights of such an input move in unison, which ruins the learning of the network.
struct ThresholdOptions {
  std::int64_t level = 50;
  double rarest = 0.1;
};
const OptionTable<ThresholdOptions>& threshold_options();

// Bit j is on iff pixel pixels[j] is above the level.
struct PixelThresholds {
  std::uint8_t level = 0;
  std::vector<std::uint32_t> pixels;  // in ascending order

  bool operator==(const PixelThresholds&) const = default;
};

// Keeps the pixels that are on in a fraction of `rarest` to 1 - `rarest` of the training images. If the
// parity of their number is not `odd`, the least balanced one (the last of several) is dropped. Fails if none
// is left.
PixelThresholds fit_thresholds(const ImageSet& train, const ThresholdOptions& options, bool odd);

// For images with the given number of pixels.
class PackedPixelThresholds {
 public:
  PackedPixelThresholds(const PixelThresholds& thresholds, std::size_t inputs, std::size_t depth)
      : level_(thresholds.level),
        inputs_(inputs),
        depth_(depth),
        picker_(thresholds.pixels, (inputs + kWordBits - 1) / kWordBits) {}

  std::size_t outputs() const { return picker_.count(); }

  // The bits of `count` consecutive images. Those of image k go into `depth` rows of `out`, starting at row
  // (first_image + k) depth and column first_column, which must be zero.
  void apply(const std::uint8_t* pixels, std::size_t count, BitMatrix& out, std::size_t first_image,
             std::size_t first_column) const;

 private:
  std::uint8_t level_;
  std::size_t inputs_;
  std::size_t depth_;
  BitPicker picker_;
};

}  // namespace bitbasin
