// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/rng/bernoulli.h"

#include <algorithm>

#include "bitbasin/base/error.h"

namespace bitbasin {
namespace {

// Each of 64 lanes draws a number U < 1 digit by digit until it differs from p; a random word supplies one
// binary digit for all lanes. The lane is 1 if U < p. Every digit decides half of the open lanes.
std::uint64_t bernoulli_word(Stream& stream, std::uint64_t digits) {
  std::uint64_t less = 0;
  std::uint64_t equal = ~std::uint64_t{0};
  // Once the rest of p is zero, no U that equals it so far can be below it.
  for (; equal != 0 && digits != 0; digits <<= 1) {
    const std::uint64_t drawn = stream.next();
    const std::uint64_t digit = 0 - (digits >> 63);
    less |= equal & ~drawn & digit;
    equal &= ~(drawn ^ digit);
  }
  return less;
}

}  // namespace

void fill_bernoulli(Stream& stream, double p, std::span<std::uint64_t> words) {
  if (!(0 <= p && p <= 1)) fail("expected a probability between 0 and 1, got {}", p);
  if (p == 1) {
    std::ranges::fill(words, ~std::uint64_t{0});
    return;
  }
  if (p == 0.5) {  // one word each, like the loop below but straight into memory
    stream.fill(words);
    for (std::uint64_t& word : words) word = ~word;
    return;
  }
  const auto digits = static_cast<std::uint64_t>(p * 0x1p64);
  for (std::uint64_t& word : words) word = bernoulli_word(stream, digits);
}

}  // namespace bitbasin
