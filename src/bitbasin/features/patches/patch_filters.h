// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/bits/aligned_array.h"

namespace bitbasin {

// Small square integer filters that are laid over every place of an image.
struct PatchFilters {
  std::size_t size = 0;  // pixels, in height and width
  std::size_t count = 0;
  std::vector<std::int16_t> weights;  // one filter after the other, row by row

  bool operator==(const PatchFilters&) const = default;
};

// Whether count * 255 * sum |w| of every filter fits 31 bits: then so do all the sums of patch_bits.h.
bool sums_fit(const PatchFilters& filters);

// The filters in the order in which the kernel reads them: two pixels of sixteen filters fill a cache line.
class PackedFilters {
 public:
  PackedFilters() = default;
  explicit PackedFilters(const PatchFilters& filters);

  std::size_t size() const { return size_; }
  std::size_t count() const { return count_; }
  std::size_t stride() const { return blocks_ * kBlock; }  // filters, followed by zeros

  // out[k * stride() + f] = the sum of filter f times the patch whose upper left pixel is at first + k * step
  // and whose rows lie `pitch` pixels apart, for k < count. `out` is aligned as an AlignedArray is. If the
  // size is odd, the pixel to the right of a patch is also read, and multiplied by zero.
  void respond(const std::int16_t* first, std::size_t step, std::size_t pitch, std::size_t count,
               std::int32_t* out) const;

  static constexpr std::size_t kBlock = 16;  // filters

 private:
  std::size_t size_ = 0;
  std::size_t count_ = 0;
  std::size_t blocks_ = 0;
  AlignedArray<std::int16_t> weights_;  // [block][row][pair of pixels][filter][pixel of the pair]
};

}  // namespace bitbasin
