// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/images/deskew.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"

namespace bitbasin {
namespace {

constexpr int kLongestSide = 1024;  // 255 (16 1024)^2 1024^2 < 2^57

struct Pose {
  std::int64_t x16 = 0;  // centre of mass in 16ths of a pixel
  std::int64_t y16 = 0;
  std::int64_t shear = 0;  // in 65536ths
};

// (sum of i p_i) / (sum of p_i) in 16ths, rounded.
std::int64_t centre(std::int64_t first_moment, std::int64_t mass) {
  return (32 * first_moment + mass) / (2 * mass);
}

Pose find_pose(std::span<const std::uint8_t> image, int rows, int columns) {
  std::int64_t mass = 0;
  std::int64_t sum_x = 0;
  std::int64_t sum_y = 0;
  const std::uint8_t* pixel = image.data();
  for (int y = 0; y < rows; ++y) {
    std::int64_t row_mass = 0;
    for (int x = 0; x < columns; ++x, ++pixel) {
      row_mass += *pixel;
      sum_x += std::int64_t{x} * *pixel;
    }
    mass += row_mass;
    sum_y += y * row_mass;
  }
  if (mass == 0) return {8 * (columns - 1), 8 * (rows - 1), 0};
  Pose pose{centre(sum_x, mass), centre(sum_y, mass), 0};
  std::int64_t mu_11 = 0;
  std::int64_t mu_02 = 0;
  pixel = image.data();
  for (int y = 0; y < rows; ++y) {
    const std::int64_t dy = 16 * y - pose.y16;
    std::int64_t row_mass = 0;
    std::int64_t row_x = 0;
    for (int x = 0; x < columns; ++x, ++pixel) {
      row_mass += *pixel;
      row_x += (16 * x - pose.x16) * *pixel;
    }
    mu_11 += row_x * dy;
    mu_02 += row_mass * dy * dy;
  }
  // Cut to one pixel per row; then the quotient needs no more than 46 of the bits.
  mu_11 = std::clamp(mu_11, -mu_02, mu_02);
  while (mu_02 >= std::int64_t{1} << 46) {
    mu_11 /= 2;
    mu_02 /= 2;
  }
  if (mu_02 > 0) pose.shear = mu_11 * 65536 / mu_02;
  return pose;
}

}  // namespace

void deskew(std::span<const std::uint8_t> image, int rows, int columns, std::span<std::uint8_t> out) {
  assert(image.size() == out.size() && out.size() == static_cast<std::size_t>(rows * columns));
  assert(rows <= kLongestSide && columns <= kLongestSide);
  const Pose pose = find_pose(image, rows, columns);
  const auto pixel = [&](std::int64_t y, std::int64_t x) -> std::int64_t {
    return y >= 0 && y < rows && x >= 0 && x < columns ? image[static_cast<std::size_t>(y * columns + x)] : 0;
  };
  std::int64_t blended[kLongestSide + 1];  // two rows of the image mixed, in 256ths
  for (int y = 0; y < rows; ++y) {
    const std::int64_t from_middle = std::int64_t{2 * y - (rows - 1)} * 32768;
    const std::int64_t source_y = from_middle + pose.y16 * 4096;
    const std::int64_t source_x =
        pose.x16 * 4096 - std::int64_t{columns - 1} * 32768 + (pose.shear * (2 * y - (rows - 1)) >> 1);
    const std::int64_t top = source_y >> 16;
    const std::int64_t left = source_x >> 16;
    const std::int64_t down = source_y >> 8 & 255;
    const std::int64_t right = source_x >> 8 & 255;
    for (int x = 0; x <= columns; ++x) {
      blended[x] = pixel(top, left + x) * (256 - down) + pixel(top + 1, left + x) * down;
    }
    for (int x = 0; x < columns; ++x) {
      const std::int64_t value = blended[x] * (256 - right) + blended[x + 1] * right;
      out[static_cast<std::size_t>(y * columns + x)] = static_cast<std::uint8_t>((value + 32768) >> 16);
    }
  }
}

ImageSet deskewed(const ImageSet& images, int threads) {
  check_deskew_size(images.rows, images.columns);
  ImageSet result = images;
  const std::size_t inputs = images.inputs();
  constexpr std::size_t kGrain = 64;  // images, 0.1 ms of work
  parallel_ranges(images.size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      deskew(images.image(i), images.rows, images.columns, {result.pixels.data() + i * inputs, inputs});
    }
  });
  return result;
}

void check_deskew_size(int rows, int columns) {
  if (rows < 2 || columns < 2 || rows > kLongestSide || columns > kLongestSide) {
    fail("expected images of 2 x 2 to {} x {} pixels to deskew, got {} x {}", kLongestSide, kLongestSide,
         rows, columns);
  }
}

}  // namespace bitbasin
