// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bitbasin/data/npy.h"

namespace bitbasin {

// How numbers of any type become pixels from 0 to 255: each column is mapped linearly so that its smallest
// and largest values in the training set become 0 and 255, then rounded and clipped. Without columns the
// numbers are already pixels. Uses only IEEE operations, so pixels are the same on every machine.
struct PixelScaling {
  std::vector<double> minimum;
  std::vector<double> maximum;

  bool empty() const { return minimum.empty(); }
  std::size_t columns() const { return minimum.size(); }
  std::uint8_t pixel(std::size_t column, double value) const;

  bool operator==(const PixelScaling&) const = default;
};

// The scaling that suits an array of training images, one per row: none for bytes and Booleans. `name` is the
// file's, for errors about numbers that are not finite.
PixelScaling fit_scaling(const NpyArray& images, const std::string& name);

// The pixels row by row. Without a scaling a Boolean is 0 or 255 and numbers must be whole, from 0 to 255.
std::vector<std::uint8_t> to_pixels(const NpyArray& images, const PixelScaling& scaling,
                                    const std::string& name);

}  // namespace bitbasin
