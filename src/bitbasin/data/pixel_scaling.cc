// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/pixel_scaling.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bitbasin/base/error.h"

namespace bitbasin {
namespace {

using Kind = NpyType::Kind;

// Calls use(column, value) for every number, row by row.
template <class Use>
void for_each_number(const NpyArray& images, const std::string& name, Use use) {
  for (std::size_t row = 0; row < images.rows(); ++row) {
    for (std::size_t column = 0; column < images.cols(); ++column) {
      const double value = images.at(row, column);
      if (!std::isfinite(value)) {
        fail("{} row {}, column {} (counted from 0): expected a finite number, found {}", name, row, column,
             value);
      }
      use(column, value);
    }
  }
}

}  // namespace

std::uint8_t PixelScaling::pixel(std::size_t column, double value) const {
  const double low = minimum[column];
  const double high = maximum[column];
  if (!(value > low)) return 0;
  if (value >= high) return high > low ? 255 : 0;
  return static_cast<std::uint8_t>((value - low) / (high - low) * 255 + 0.5);
}

PixelScaling fit_scaling(const NpyArray& images, const std::string& name) {
  const NpyType& type = images.header.type;
  if (type.kind == Kind::boolean || (type.kind == Kind::unsigned_integer && type.bytes == 1)) return {};
  if (images.rows() == 0) fail("expected training images, but {} has none", name);
  PixelScaling scaling;
  for (std::size_t column = 0; column < images.cols(); ++column) {
    scaling.minimum.push_back(images.at(0, column));
    scaling.maximum.push_back(images.at(0, column));
  }
  for_each_number(images, name, [&](std::size_t column, double value) {
    scaling.minimum[column] = std::min(scaling.minimum[column], value);
    scaling.maximum[column] = std::max(scaling.maximum[column], value);
  });
  for (std::size_t column = 0; column < scaling.columns(); ++column) {
    if (!std::isfinite(scaling.maximum[column] - scaling.minimum[column])) {
      fail("{} column {} (counted from 0): expected numbers with a finite range, found {} to {}", name,
           column, scaling.minimum[column], scaling.maximum[column]);
    }
  }
  return scaling;
}

std::vector<std::uint8_t> to_pixels(const NpyArray& images, const PixelScaling& scaling,
                                    const std::string& name) {
  if (scaling.empty()) {
    std::vector<std::uint8_t> pixels = npy_uint8(images, name);
    if (images.header.type.kind == Kind::boolean) {
      for (std::uint8_t& pixel : pixels) pixel = pixel == 0 ? 0 : 255;
    }
    return pixels;
  }
  assert(scaling.columns() == images.cols());
  std::vector<std::uint8_t> pixels;
  pixels.reserve(images.header.elements());
  for_each_number(images, name,
                  [&](std::size_t column, double value) { pixels.push_back(scaling.pixel(column, value)); });
  return pixels;
}

}  // namespace bitbasin
