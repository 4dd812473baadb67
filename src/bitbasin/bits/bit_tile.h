// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace bitbasin {

// Transposes of small bit tiles held in words, by exchanging the off-diagonal halves at each scale.

// Exchanges the bits of `low` selected by mask << shift with the bits of `high` selected by mask.
constexpr void swap_bits(std::uint64_t& low, std::uint64_t& high, int shift, std::uint64_t mask) {
  const std::uint64_t differ = (low >> shift ^ high) & mask;
  low ^= differ << shift;
  high ^= differ;
}

// Eight words as an 8 x 8 matrix of bytes: byte j of word i goes to byte i of word j.
constexpr void transpose_bytes(std::array<std::uint64_t, 8>& w) {
  for (std::size_t i = 0; i < 4; ++i) swap_bits(w[i], w[i + 4], 32, 0x00000000FFFFFFFF);
  for (const std::size_t i : {0, 1, 4, 5}) swap_bits(w[i], w[i + 2], 16, 0x0000FFFF0000FFFF);
  for (const std::size_t i : {0, 2, 4, 6}) swap_bits(w[i], w[i + 1], 8, 0x00FF00FF00FF00FF);
}

// One word as an 8 x 8 matrix of bits: bit j of byte i goes to bit i of byte j.
constexpr std::uint64_t transpose_bits(std::uint64_t w) {
  const auto exchange = [&w](int shift, std::uint64_t mask) {
    const std::uint64_t differ = (w >> shift ^ w) & mask;
    w ^= differ ^ differ << shift;
  };
  exchange(7, 0x00AA00AA00AA00AA);
  exchange(14, 0x0000CCCC0000CCCC);
  exchange(28, 0x00000000F0F0F0F0);
  return w;
}

}  // namespace bitbasin
