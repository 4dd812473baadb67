// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bitbasin/cuda/host_device.h"

// Where the bits of the patterns lie on the GPU: one copy for both directions, in the order in which the
// threads of a warp group hold the first operand of the one-bit tensor cores, 64 rows of 256 bits.
//
// An atom, a word of 32 bits, holds 4 patterns x 8 synapses: bit 16 h + 4 s + i is pattern s of the four and
// synapse 4 h + i of the eight. A block is 256 patterns x 64 synapses, 128 slots of four atoms. Slot
// 32 w + 4 g + t is what lane 4 g + t of warp w holds; atom a of it has
//
//   patterns 4 (16 w + g + 8 (a % 2)) + 0 .. 3,   synapses 8 (t + 4 (a / 2)) + 0 .. 7.
//
// Blocks lie in squares of 32 x 32, 2 MB: a page of the GPU's memory, so that both directions stay within
// few pages.

namespace bitbasin::cuda {

inline constexpr int kBlockPatterns = 256;
inline constexpr int kBlockSynapses = 64;
inline constexpr int kBlockSlots = 128;  // of 16 bytes
inline constexpr int kSquare = 32;       // blocks along an edge

BITBASIN_HOST_DEVICE constexpr int divide_up(int a, int b) {
  return (a + b - 1) / b;
}

struct BlockLayout {
  int n;
  int patterns;

  BITBASIN_HOST_DEVICE int synapse_blocks() const { return (n + kBlockSynapses - 1) / kBlockSynapses; }
  BITBASIN_HOST_DEVICE int pattern_blocks() const { return (patterns + kBlockPatterns - 1) / kBlockPatterns; }
  // The same with what pads them to whole squares.
  BITBASIN_HOST_DEVICE int padded_synapse_blocks() const {
    return (synapse_blocks() + kSquare - 1) / kSquare * kSquare;
  }
  BITBASIN_HOST_DEVICE int padded_pattern_blocks() const {
    return (pattern_blocks() + kSquare - 1) / kSquare * kSquare;
  }
  BITBASIN_HOST_DEVICE std::size_t slots() const {
    return std::size_t(padded_synapse_blocks()) * std::size_t(padded_pattern_blocks()) * kBlockSlots;
  }
  // The first slot of a block.
  BITBASIN_HOST_DEVICE std::size_t slot(int pattern_block, int synapse_block) const {
    const std::size_t square =
        std::size_t(pattern_block / kSquare) * (padded_synapse_blocks() / kSquare) + synapse_block / kSquare;
    const int inside = pattern_block % kSquare * kSquare + synapse_block % kSquare;
    return (square * (kSquare * kSquare) + inside) * kBlockSlots;
  }
};

// Atom a of a slot, from the words that 256 patterns have for the 64 synapses of a block.
BITBASIN_HOST_DEVICE std::uint32_t gather_atom(const std::uint64_t* words, int slot, int a) {
  const int four = slot / 32 * 16 + slot / 4 % 8 + 8 * (a % 2), eight = slot % 4 + 4 * (a / 2);
  std::uint32_t atom = 0;
  for (int s = 0; s < 4; ++s) {
    const auto byte = static_cast<std::uint32_t>(words[4 * four + s] >> (8 * eight) & 0xFF);
    atom |= (byte & 0xF) << (4 * s) | (byte >> 4) << (16 + 4 * s);
  }
  return atom;
}

}  // namespace bitbasin::cuda
