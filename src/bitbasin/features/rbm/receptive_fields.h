// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bitbasin {

// A rectangle of pixels.
struct Window {
  std::size_t top = 0;
  std::size_t left = 0;
  std::size_t height = 0;
  std::size_t width = 0;

  bool holds(std::size_t row, std::size_t column) const {
    return row >= top && row < top + height && column >= left && column < left + width;
  }
  bool operator==(const Window&) const = default;
};

// `count` windows of `size` times the height and the width of an image, rounded, at least two pixels wide.
// Their centres are drawn where there is ink, with a probability proportional to it, and moved so that the
// window lies within the image. `ink` has an entry per pixel, row by row, not all of them zero.
std::vector<Window> random_windows(std::span<const std::uint64_t> ink, std::size_t columns, double size,
                                   std::size_t count, std::uint64_t seed);

}  // namespace bitbasin
