// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/bit_picker.h"

#include <bit>

#include "bitbasin/bits/bit_vector.h"

namespace bitbasin {

BitPicker::BitPicker(std::span<const std::uint32_t> kept, std::size_t words)
    : count_(kept.size()), words_(words) {
  for (const std::uint32_t bit : kept) words_[bit / kWordBits].kept |= std::uint64_t{1} << bit % kWordBits;
  for (Word& word : words_) {
    word.count = static_cast<std::size_t>(std::popcount(word.kept));
    // A bit moves down by the number of dropped bits below it.
    std::uint64_t bits = word.kept;
    std::vector<std::size_t> distance(kWordBits);  // of the bit that is now at a place
    for (std::size_t i = 0, dropped = 0; i < kWordBits; ++i) {
      distance[i] = dropped;
      dropped += (bits >> i & 1) == 0;
    }
    for (std::size_t s = 0; s < kSteps; ++s) {
      const std::size_t step = std::size_t{1} << s;
      std::uint64_t moves = 0;
      for (std::size_t i = step; i < kWordBits; ++i) {
        if ((bits >> i & 1) != 0 && (distance[i] & step) != 0) {
          moves |= std::uint64_t{1} << i;
          distance[i - step] = distance[i];
        }
      }
      word.moves[s] = moves;
      bits = (bits & ~moves) | moves >> step;
    }
  }
}

void BitPicker::pick(const std::uint64_t* row, std::span<std::uint64_t> out, std::size_t first_column) const {
  std::size_t column = first_column;
  for (const Word& word : words_) {
    std::uint64_t bits = *row++ & word.kept;
    if (word.count == 0) continue;
    for (std::size_t s = 0; s < kSteps; ++s) {
      const std::uint64_t moving = bits & word.moves[s];
      bits = (bits ^ moving) | moving >> (std::size_t{1} << s);
    }
    const std::size_t shift = column % kWordBits;
    out[column / kWordBits] |= bits << shift;
    column += word.count;
    if (shift + word.count > kWordBits) out[column / kWordBits] |= bits >> (kWordBits - shift);
  }
}

}  // namespace bitbasin
