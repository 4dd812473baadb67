// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/data/image_set.h"

namespace bitbasin {

// Numbers as bits, for tables rather than images: each pixel is compared with several levels that divide the
// training set into equal parts, so that its bits read like a thermometer.
struct QuantileOptions {
  std::int64_t levels = 7;
  double rarest = 0;  // 0.02 changes nothing measurable on digits and loses columns that are rarely on
};
const OptionTable<QuantileOptions>& quantile_options();

// Bit j is on iff pixel pixels[j] is at least levels[j]; a level of 0 is a bit that is always on.
struct PixelLevels {
  std::vector<std::uint32_t> pixels;  // ascending, and where they are equal, so are their levels
  std::vector<std::uint8_t> levels;

  std::size_t outputs() const { return pixels.size(); }

  bool operator==(const PixelLevels&) const = default;
};

// For each pixel at most `levels` levels, halfway between values that occur. Levels that repeat another one,
// or that fewer than `rarest` of the training images reach or miss, are left out. If the parity of their
// number is not `odd`, a bit that is always on is added, which also helps images without any bit. Fails if no
// bit is left.
PixelLevels fit_levels(const ImageSet& train, const QuantileOptions& options, bool odd);

// For images with the given number of pixels.
class PackedPixelLevels {
 public:
  PackedPixelLevels(const PixelLevels& levels, std::size_t inputs, std::size_t depth)
      : levels_(levels), inputs_(inputs), depth_(depth) {}

  std::size_t outputs() const { return levels_.outputs(); }

  // The bits of `count` consecutive images. Those of image k go into `depth` rows of `out`, starting at row
  // (first_image + k) depth and column first_column, which must be zero.
  void apply(const std::uint8_t* pixels, std::size_t count, BitMatrix& out, std::size_t first_image,
             std::size_t first_column) const;

 private:
  PixelLevels levels_;
  std::size_t inputs_;
  std::size_t depth_;
};

}  // namespace bitbasin
