// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <ranges>
#include <utility>
#include <vector>

#include "bitbasin/rng/philox.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {

// Puts the elements in a uniformly random order (Fisher-Yates, from the end).
template <std::ranges::random_access_range Range>
void shuffle(Stream& stream, Range&& range) {
  const auto first = std::ranges::begin(range);
  using Difference = std::iter_difference_t<decltype(first)>;
  for (auto left = static_cast<std::uint64_t>(std::ranges::size(range)); left > 1; --left) {
    const std::uint64_t pick = uniform_below(stream, left);
    std::ranges::iter_swap(first + static_cast<Difference>(pick), first + static_cast<Difference>(left - 1));
  }
}

// The numbers 0 .. size - 1 in a uniformly random order.
inline std::vector<std::uint32_t> random_permutation(Stream& stream, std::uint32_t size) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0u);
  shuffle(stream, order);
  return order;
}

}  // namespace bitbasin
