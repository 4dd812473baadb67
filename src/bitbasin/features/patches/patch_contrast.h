// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bitbasin {

// Makes patches of strong and of weak contrast alike. The responses of filters at a place are divided by
//
//   n = sqrt(D^2 + T contrast^2),   D^2 = sum_i (x_i - mean)^2 over the T pixels x_i of the patch,
//
// so that they tell how well a shape fits, not how bright it is; a contrast far below the option `contrast`,
// in grey values, still counts as weak. In integers: with a scale of floor(2^31 / floor(16 n)), D^2 rounded
// down, a response r becomes (max(r, 0) >> 7) * scale >> 17 in 32 bits without sign, which is 8192 for a
// filter of length 1024 that fits exactly, and always less than 2^15.
class PatchContrast {
 public:
  PatchContrast(std::size_t size, std::size_t columns, std::uint8_t contrast);

  // The scale of each place in a row of places; `pixels` is the first row of the patches.
  const std::vector<std::uint32_t>& scales(const std::int16_t* pixels);

 private:
  std::size_t size_;
  std::size_t columns_;
  std::uint64_t least_;                        // T contrast^2
  std::vector<std::uint64_t> sums_, squares_;  // of the pixels of a column
  std::vector<std::uint32_t> scales_;
};

// Scales the responses of each place, `stride` numbers each.
void scale_responses(const std::vector<std::uint32_t>& scales, std::size_t stride, std::int32_t* responses);

}  // namespace bitbasin
