// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bitbasin {

// A factor of max-sum asks for the K-th and the (K+1)-th largest of its N cavity fields
//
//   y_i = x_i theta_i - u_i,   u_i = b where bit i of `top` is set and a elsewhere,
//
// cut to bytes, and for the bits y_i >= (K-th largest), which are the next `top`. They are found by counting,
// not by sorting: the y are written out once, and each pass over them counts at three thresholds: at first
// around a guess, then where the counts predict the rank.

// The largest field or message.
inline constexpr int kMostField = 127;

struct CavityFields {
  const std::int8_t* theta;  // |theta| <= kMostField, padded to whole words of 64 with kMostField
  const std::uint64_t* x;    // the pattern's bits, padded with 0
  const std::uint64_t* top;
  std::size_t words;  // words of 64 variables
  int a;              // 0 <= a, b <= kMostField
  int b;
};

// Values from -kMostField down are not told apart: the message is kMostField for all of them.
struct TwoRanks {
  int first;   // the K-th largest y
  int second;  // the (K+1)-th largest; -kMostField or less where K = N and so there is none
  bool operator==(const TwoRanks&) const = default;
};

// For 1 <= k <= N. `bytes` is scratch memory for 64 `words` values, aligned to a cache line. Writes the bits
// y_i >= first to `next_top`, which may be `top` itself, unless the two ranks are equal: then the messages
// are, too, and the bits do not matter.
TwoRanks select_ranks(const CavityFields& fields, std::size_t k, int guess, std::span<std::int8_t> bytes,
                      std::uint64_t* next_top);

}  // namespace bitbasin
