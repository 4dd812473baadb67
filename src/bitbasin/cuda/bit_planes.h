// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bitbasin/cuda/block_layout.h"

// The second operand of the tensor cores, and what its columns mean.
//
// A product is D += popcount(A & B): A are the patterns' bits as they lie in memory, B has a column for every
// bit plane of the vector and every s of an atom's four patterns, with the plane's bits only where the bits
// of pattern s are. So the tensor cores do the masking, 12 planes x 4 columns give 12 popcounts for each of 4
// patterns, and the sum is sum_p 2^p popcount_p, the top plane counting -2^11 (two's complement). Backwards,
// permuted() turns two atoms of 4 patterns x 8 synapses into two words of 8 patterns x 4 synapses, and the
// same follows with synapses for patterns.
//
// A chunk is the part of B for the 256 bits of one word of each column's eight: K words 0 .. 7. Forward it
// covers the 64 synapses of a block, backward 64 of its 256 patterns.

namespace bitbasin::cuda {

inline constexpr int kPlanes = 12;     // of entries from -2047 to 2047
inline constexpr int kSignPlane = 12;  // forward, the signs of the fields may follow as one more plane

// Columns of B: with signs the next width that wgmma knows.
BITBASIN_HOST_DEVICE constexpr int columns(bool signs) {
  return signs ? 64 : 4 * kPlanes;
}
BITBASIN_HOST_DEVICE constexpr int chunk_bytes(bool signs) {
  return columns(signs) * 32;
}

// Where word k of the column (plane, s) lies in a chunk, in bytes. Core matrices of 8 columns x 16 bytes,
// 128 bytes apart along K and 256 along the columns.
BITBASIN_HOST_DEVICE int operand_offset(int plane, int s, int k) {
  return plane / 2 * 256 + k / 4 * 128 + (2 * s + plane % 2) * 16 + k % 4 * 4;
}

// Which entry of the vector the eight i of word k stand for.
BITBASIN_HOST_DEVICE int entry_of(bool back, int chunk, int k, int i) {
  return 64 * chunk + (back ? 4 * (k + 8 * (i / 4)) + i % 4 : 8 * k + i);
}

// Word k of the column (plane, s) is this mask of one bit of the eight entries, shifted by operand_shift().
template <class Entries>
BITBASIN_HOST_DEVICE std::uint32_t plane_mask(bool back, const Entries& eight, int plane) {
  std::uint32_t mask = 0;
  for (int i = 0; i < 8; ++i) {
    const std::uint32_t bit = static_cast<std::uint32_t>(eight[i]) >> plane & 1;
    mask |= bit << (16 * (i / 4) + (back ? 4 * (i % 4) : i % 4));
  }
  return mask;
}
BITBASIN_HOST_DEVICE int operand_shift(bool back, int s) {
  return back ? s : 4 * s;
}

// The two halves of two words, put together: the selectors of permuted() for its first and second result.
inline constexpr unsigned kLowHalves = 0x5410;
inline constexpr unsigned kHighHalves = 0x7632;

// Backward, lane 4 g + t of warp w reads the slot first_slot() of eight blocks side by side, and one every 16
// after it. Slots 2 c and 2 c + 1 of these make chunk c.
BITBASIN_HOST_DEVICE int first_slot(int warp, int lane) {
  return (2 * warp + lane / 16) * kBlockSlots + lane % 4 * 4 + lane / 4 % 4;
}

// Which sums a lane holds in rows g and g + 8 (half) of the result: a pattern of a block, and backward, for
// fragment f of two, a synapse of eight blocks.
BITBASIN_HOST_DEVICE int pattern_of(int warp, int lane, int half) {
  return 4 * (16 * warp + lane / 4 + 8 * half) + lane % 4;
}
BITBASIN_HOST_DEVICE int synapse_of(int warp, int lane, int fragment, int half) {
  return 64 * (2 * warp + lane / 16) + 8 * (lane / 4 % 4 + 4 * fragment) + 4 * half + lane % 4;
}

// The popcount of a plane among what a lane holds of the result, and their sum.
template <class Result>
BITBASIN_HOST_DEVICE int plane_count(const Result& d, int plane, int half) {
  return d[plane / 2 * 4 + half * 2 + plane % 2];
}
template <class Result>
BITBASIN_HOST_DEVICE std::uint32_t weighted_sum(const Result& d, int half) {
  std::uint32_t sum = 0;  // unsigned: sums may pass 2^31 on their way
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int p = 0; p < kPlanes; ++p) {
    const std::uint32_t part = static_cast<std::uint32_t>(plane_count(d, p, half)) << p;
    sum = p == kPlanes - 1 ? sum - part : sum + part;
  }
  return sum;
}

}  // namespace bitbasin::cuda
