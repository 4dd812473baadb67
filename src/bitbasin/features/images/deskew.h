// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "bitbasin/data/image_set.h"

namespace bitbasin {

// An image sheared row by row so that the centres of mass of its rows are vertically aligned, and shifted so
// that its mass is in the middle: with the moments mu_ij of the grey values about their centre (x along a
// row),
//   out(x, y) = in(c_x + x + mu_11 / mu_02 y, c_y + y),   x and y from the middle of the image.
// Integers of 64 bits throughout: centres in 16ths of a pixel, positions in 65536ths, bilinear weights in
// 256ths; slants beyond 45 degrees are cut to it. `image` and `out` must not overlap.
void deskew(std::span<const std::uint8_t> image, int rows, int columns, std::span<std::uint8_t> out);

// All images of a set; labels stay.
ImageSet deskewed(const ImageSet& images, int threads);

// Fails unless the images have rows and columns, few enough that no sum overflows.
void check_deskew_size(int rows, int columns);

}  // namespace bitbasin
