// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bitbasin/data/npy.h"
#include "bitbasin/data/pixel_scaling.h"

namespace bitbasin {

// The largest number of pixels of an image: far above what a layer of binary units can learn from, and low
// enough that no product of sizes overflows.
inline constexpr std::uint32_t kMostImageInputs = 1u << 20;

// Images with labels. A row of numbers that is not an image is stored as an image with one row.
struct ImageSet {
  int rows = 0;
  int columns = 0;
  int classes = 0;                    // labels are 0 .. classes - 1
  std::vector<std::uint8_t> pixels;   // image by image, row by row
  std::vector<std::uint16_t> labels;  // empty if they are not known

  std::size_t inputs() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }
  std::size_t size() const { return inputs() == 0 ? 0 : pixels.size() / inputs(); }
  std::span<const std::uint8_t> image(std::size_t i) const {
    return {pixels.data() + i * inputs(), inputs()};
  }
};

struct DataSet {
  ImageSet train;
  ImageSet test;
  PixelScaling scaling;  // how the numbers of the files became pixels
};

// The numbers of a file of images, IDX or NPY (told apart by content): (count, height, width) or (count, n).
NpyArray read_image_numbers(const std::string& path);

// Labels: whole numbers from 0 to 65534, IDX of one dimension, or NPY of one row or one column.
std::vector<std::uint16_t> read_labels(const std::string& path);

// Images without labels, from the numbers of a file and a scaling that has its number of columns or is empty.
ImageSet images_from(const NpyArray& numbers, const PixelScaling& scaling, const std::string& name);

// A folder with the four IDX files of MNIST (train-images-idx3-ubyte, train-labels-idx1-ubyte and t10k-...,
// also with a dot for the second dash), or with x_train.npy, y_train.npy, x_test.npy and y_test.npy; each
// plain or .gz.
DataSet read_data_set(const std::string& folder);

// Whether the folder has all files of one of the two kinds.
bool holds_data_set(const std::string& folder);

}  // namespace bitbasin
