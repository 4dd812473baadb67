// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bitbasin/data/npy.h"

namespace bitbasin {

// How numbers of any type become pixels of 0 to 255: those of one column go linearly from their smallest and
// largest value in the training set to 0 and 255, rounded, and what lies beyond is cut off. Without columns
// numbers are pixels as they are. Only IEEE operations: the same pixels on every machine.
struct PixelScaling {
  std::vector<double> minimum;
  std::vector<double> maximum;

  bool empty() const { return minimum.empty(); }
  std::size_t columns() const { return minimum.size(); }
  std::uint8_t pixel(std::size_t column, double value) const;

  bool operator==(const PixelScaling&) const = default;
};

// The scaling that an array of training images, one per row, asks for: none for bytes and Booleans. `name` of
// its file is for errors about numbers that are not finite.
PixelScaling fit_scaling(const NpyArray& images, const std::string& name);

// The pixels row by row. Without a scaling a Boolean is 0 or 255 and numbers must be whole, from 0 to 255.
std::vector<std::uint8_t> to_pixels(const NpyArray& images, const PixelScaling& scaling,
                                    const std::string& name);

}  // namespace bitbasin
