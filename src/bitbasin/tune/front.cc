// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/tune/front.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace bitbasin {
namespace {

auto as_tuple(const Scores& s) {
  return std::tuple(s.error, s.bytes, s.work);
}

// Removes the front from `rest` and returns it.
std::vector<std::size_t> take_front(std::span<const Scores> results, std::vector<std::size_t>& rest) {
  const auto beats = [&](std::size_t i, std::size_t j) {
    const Scores &a = results[i], &b = results[j];
    if (as_tuple(a) == as_tuple(b)) return i < j;
    return a.error <= b.error && a.bytes <= b.bytes && a.work <= b.work;
  };
  const auto is_beaten = [&, all = rest](std::size_t j) {
    return std::ranges::any_of(all, [&](std::size_t i) { return beats(i, j); });
  };
  const auto beaten =
      std::stable_partition(rest.begin(), rest.end(), [&](std::size_t j) { return !is_beaten(j); });
  std::vector<std::size_t> first(rest.begin(), beaten);
  rest.erase(rest.begin(), beaten);
  std::ranges::sort(first, {}, [&](std::size_t i) { return std::pair(as_tuple(results[i]), i); });
  return first;
}

std::vector<std::size_t> all_of(std::span<const Scores> results) {
  std::vector<std::size_t> all(results.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

}  // namespace

std::vector<std::size_t> front(std::span<const Scores> results) {
  std::vector<std::size_t> rest = all_of(results);
  return take_front(results, rest);
}

std::vector<std::size_t> front_after_front(std::span<const Scores> results) {
  std::vector<std::size_t> rest = all_of(results);
  std::vector<std::size_t> order;
  while (!rest.empty()) {
    const std::vector<std::size_t> next = take_front(results, rest);
    order.insert(order.end(), next.begin(), next.end());
  }
  return order;
}

}  // namespace bitbasin
