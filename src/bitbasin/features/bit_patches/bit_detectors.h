// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/features/bit_patches/bit_blocks.h"

namespace bitbasin {

// Square filters of bits, and detectors that find a filter at a place if enough of its pixels agree.
struct BitDetectors {
  std::size_t size = 0;                // of a filter, up to 8 pixels in height and width
  std::vector<std::uint64_t> filters;  // bit size i + j: what pixel (i, j) should be
  std::vector<std::uint16_t> filter;   // of each detector, ascending
  std::vector<std::uint8_t> least;     // pixels that must agree, at least 1; ascending for the same filter

  std::size_t taps() const { return size * size; }
  std::size_t count() const { return filter.size(); }

  bool operator==(const BitDetectors&) const = default;
};

// What the kernel reads.
struct BitDetectorLists {
  static constexpr std::size_t kTripleRows = 10;  // of the sums of three pixels: see sum_triples

  std::size_t filters;
  std::size_t triples;          // of pixels, padded to a multiple of 4
  std::size_t words;            // of a row
  const std::uint32_t* rows;    // where the rows that a filter adds up begin, filter by filter
  const std::uint32_t* begins;  // the first detector of each filter, and the end
  const std::uint8_t* missing;  // of each detector, 2^planes minus the least count
};

// Detectors prepared for images whose places lie in the given blocks.
//
// How many of three pixels agree with a filter depends on eight cases only, so these sums, two bits each, are
// made once for all filters. The number of pixels of a square filter is a multiple of three, or one more.
class PackedBitDetectors {
 public:
  PackedBitDetectors(const BitDetectors& detectors, const BitBlocks& blocks);

  // The words of a row of bits for all detectors: bit d words + b is block b of detector d.
  std::size_t found_words() const { return (missing_.size() * words_ + 63) / 64; }
  std::size_t scratch_words() const { return scratch_rows_ * words_; }

  // Bit d words + b of `found`, which must be zero: whether detector d finds its filter in block b. `scratch`
  // must be aligned like an AlignedArray, and zero or left by a call before.
  void detect(const BitBlocks& blocks, const std::uint64_t* seen, std::uint64_t* scratch,
              std::uint64_t* found) const;

 private:
  std::size_t taps_;
  std::size_t planes_;  // bits of a count
  std::size_t scratch_rows_;
  std::size_t triples_;  // these as in BitDetectorLists
  std::size_t words_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint8_t> missing_;
};

}  // namespace bitbasin
