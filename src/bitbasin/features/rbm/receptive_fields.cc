// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/receptive_fields.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "bitbasin/rng/philox.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

std::size_t window_side(std::size_t side, double size) {
  const auto rounded = static_cast<std::size_t>(size * static_cast<double>(side) + 0.5);
  return std::clamp(rounded, std::min<std::size_t>(2, side), side);
}

// Where a window of `length` starts so that it is centred at `centre` or as near as the image allows.
std::size_t window_start(std::size_t centre, std::size_t length, std::size_t side) {
  const std::size_t before = length / 2;
  return std::min(side - length, centre < before ? 0 : centre - before);
}

}  // namespace

std::vector<Window> random_windows(std::span<const std::uint64_t> ink, std::size_t columns, double size,
                                   std::size_t count, std::uint64_t seed) {
  assert(columns > 0 && ink.size() % columns == 0);
  std::vector<std::uint64_t> up_to(ink.size());
  std::partial_sum(ink.begin(), ink.end(), up_to.begin());
  assert(!up_to.empty() && up_to.back() > 0);
  const std::size_t rows = ink.size() / columns;
  const std::size_t height = window_side(rows, size), width = window_side(columns, size);
  Stream stream(seed, purpose("rbm.windows"));
  std::vector<Window> windows;
  while (windows.size() < count) {
    const std::uint64_t drawn = uniform_below(stream, up_to.back());
    const auto centre =
        static_cast<std::size_t>(std::upper_bound(up_to.begin(), up_to.end(), drawn) - up_to.begin());
    windows.push_back({window_start(centre / columns, height, rows),
                       window_start(centre % columns, width, columns), height, width});
  }
  return windows;
}

}  // namespace bitbasin
