// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstdint>

#include "bitbasin/rng/philox.h"

namespace bitbasin {

// Uniform on the 2^53 multiples of 2^-53 in [0, 1).
inline double uniform01(Stream& stream) {
  return static_cast<double>(stream.next() >> 11) * 0x1p-53;
}

// Uniform on the 2^52 odd multiples of 2^-53: in (0, 1), symmetric about 1/2.
inline double uniform_open(Stream& stream) {
  return static_cast<double>(stream.next() >> 12) * 0x1p-52 + 0x1p-53;
}

// Uniform on 0 .. bound - 1 without bias, for bound > 0 (Lemire, "Fast random integer generation in an
// interval", ACM TOMACS 2019): the high half of word * bound, after a rejection that is so rare that its
// division hardly ever happens.
inline std::uint64_t uniform_below(Stream& stream, std::uint64_t bound) {
  assert(bound > 0);
  __extension__ using Wide = unsigned __int128;
  Wide product = static_cast<Wide>(stream.next()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t threshold = (0 - bound) % bound;  // 2^64 mod bound
    while (static_cast<std::uint64_t>(product) < threshold) {
      product = static_cast<Wide>(stream.next()) * bound;
    }
  }
  return static_cast<std::uint64_t>(product >> 64);
}

// True with probability p, to a resolution of 2^-53: never for p <= 0, always for p >= 1.
inline bool coin(Stream& stream, double p) {
  return uniform01(stream) < p;
}

// +1 or -1, each with probability 1/2.
inline int random_sign(Stream& stream) {
  return stream.next() >> 63 ? 1 : -1;
}

}  // namespace bitbasin
