// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bitbasin {

// A grey image, row by row; 0 is black.
struct GreyImage {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<std::uint8_t> pixels;

  bool operator==(const GreyImage&) const = default;
};

// Small images of one size, `columns` to a row, each enlarged so that a pixel becomes `scale` x `scale`, with
// lines of one small pixel between them. `pixels` holds them one after another.
GreyImage image_grid(std::span<const std::uint8_t> pixels, std::size_t width, std::size_t height,
                     std::size_t columns, std::size_t scale = 1);

// Numbers as grey values: zero is 128, the largest magnitude 0 or 255. For the weights of a feature.
std::vector<std::uint8_t> signed_grey(std::span<const float> values);

// The bytes of a PNG file (ISO/IEC 15948): 8 bits a pixel, compressed without loss.
std::string to_png(const GreyImage& image);

}  // namespace bitbasin
