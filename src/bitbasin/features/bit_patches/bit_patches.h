// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/features/bit_patches/bit_blocks.h"
#include "bitbasin/features/bit_patches/bit_detectors.h"
#include "bitbasin/features/stages/bit_picker.h"

namespace bitbasin {

// Patches for speed: pixels become bits first, filters are bits too, and a place fits a filter if enough of
// their bits agree.
struct BitPatchOptions {
  std::int64_t filters = 32;
  std::int64_t size = 5;
  std::int64_t cells = 4;
  std::int64_t levels = 2;
  std::int64_t ink = 100;
  double rarest = 0.05;
};
const OptionTable<BitPatchOptions>& bit_patch_options();

// Bit j is on iff detector d finds its filter somewhere in cell c, responses[j] = d cells^2 + c.
struct BitPatches {
  std::uint8_t ink = 0;   // pixels above it are on
  std::size_t cells = 0;  // down and across, row by row
  BitDetectors detectors;
  std::vector<std::uint32_t> responses;  // ascending

  std::size_t outputs() const { return responses.size(); }

  bool operator==(const BitPatches&) const = default;
};

// Learns filters, then gives each `levels` detectors, those whose bits are the most balanced. Bits that are
// on or off in less than `rarest` of a sample of the training images are dropped, and also the least balanced
// one if the parity of their number is not `odd`. Fails if the images are too small for the cells.
BitPatches fit_bit_patches(const ImageSet& train, const BitPatchOptions& options, bool odd,
                           std::uint64_t seed, int threads, RunControl& control);

// Prepared for many images of one size.
class PackedBitPatches {
 public:
  PackedBitPatches(const BitPatches& patches, int rows, int columns, std::size_t depth);

  std::size_t outputs() const { return picker_.count(); }

  // The bits of `count` consecutive images. Those of image k go into `depth` rows of `out`, starting at row
  // (first_image + k) depth and column first_column, which must be zero.
  void apply(const std::uint8_t* pixels, std::size_t count, BitMatrix& out, std::size_t first_image,
             std::size_t first_column) const;

 private:
  std::uint8_t ink_;
  std::size_t inputs_;
  std::size_t depth_;
  BitBlocks blocks_;
  PackedBitDetectors detectors_;
  BitPicker picker_;
};

}  // namespace bitbasin
