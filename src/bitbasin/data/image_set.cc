// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/image_set.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/data/idx.h"

namespace bitbasin {
namespace {

constexpr std::array<std::string_view, 4> kIdxNames{"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                                                    "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"};
constexpr std::array<std::string_view, 4> kNpyNames{"x_train.npy", "y_train.npy", "x_test.npy", "y_test.npy"};
using FourPaths = std::array<std::string, 4>;  // training images and labels, test images and labels

// The name as it is, packed, or as some archives spell it: train-images.idx3-ubyte.
std::optional<std::string> find_file(const std::string& folder, std::string_view name) {
  std::string dotted(name);
  if (const std::size_t dash = dotted.rfind("-idx"); dash != std::string::npos) dotted[dash] = '.';
  for (const std::string& spelling : {std::string(name), dotted}) {
    for (const char* packed : {"", ".gz"}) {
      const std::string path = (std::filesystem::path(folder) / (spelling + packed)).string();
      std::error_code ignored;
      if (std::filesystem::is_regular_file(path, ignored)) return path;
    }
  }
  return std::nullopt;
}

std::optional<FourPaths> find_four(const std::string& folder) {
  for (const auto& names : {kIdxNames, kNpyNames}) {
    FourPaths paths;
    std::size_t found = 0;
    for (; found < names.size(); ++found) {
      const auto path = find_file(folder, names[found]);
      if (!path) break;
      paths[found] = *path;
    }
    if (found == names.size()) return paths;
  }
  return std::nullopt;
}

// IDX as the NPY array it could have been.
NpyArray read_numbers(const std::string& path) {
  ByteReader reader(path);
  if (reader.starts_with(kNpyMagic)) return parse_npy(reader);
  if (reader.peek() != 0) {
    reader.fail_here("expected an IDX or NPY file, got one that starts with byte {}",
                     in_quotes(reader.peek()));
  }
  IdxArray idx = parse_idx(reader);
  NpyArray array{{{NpyType::Kind::unsigned_integer, 1, false}, false, std::move(idx.shape)},
                 std::move(idx.bytes)};
  return array;
}

int count_classes(const ImageSet& train, const ImageSet& test) {
  int classes = 0;
  for (const auto* labels : {&train.labels, &test.labels}) {
    if (!labels->empty()) classes = std::max(classes, 1 + *std::ranges::max_element(*labels));
  }
  return classes;
}

void add_labels(ImageSet& images, const std::string& image_path, const std::string& label_path) {
  images.labels = read_labels(label_path);
  if (images.labels.size() != images.size()) {
    fail("expected {}, one for each image in {}, but {} has {}", counted(images.size(), "label"), image_path,
         label_path, images.labels.size());
  }
}

}  // namespace

NpyArray read_image_numbers(const std::string& path) {
  NpyArray array = read_numbers(path);
  const std::vector<std::size_t>& shape = array.header.shape;
  if (shape.size() < 2 || array.cols() == 0 || array.cols() > kMostImageInputs) {
    fail(
        "{}: expected images as an array (count, height, width) or (count, n) of 1 to {} numbers each, got "
        "the shape {}",
        path, kMostImageInputs, shape_text(shape));
  }
  return array;
}

std::vector<std::uint16_t> read_labels(const std::string& path) {
  const NpyArray array = read_numbers(path);
  if (array.header.shape.size() > 2 || (array.rows() != 1 && array.cols() != 1)) {
    fail("{}: expected labels as an array of one dimension, got the shape {}", path,
         shape_text(array.header.shape));
  }
  std::vector<std::uint16_t> labels;
  for (const double value : npy_doubles(array)) {
    constexpr double kLargest = std::numeric_limits<std::uint16_t>::max() - 1;
    if (!(value >= 0 && value <= kLargest && value == static_cast<std::uint16_t>(value))) {
      fail("{} label {} (counted from 0): expected a whole number from 0 to {}, found {}", path,
           labels.size(), kLargest, value);
    }
    labels.push_back(static_cast<std::uint16_t>(value));
  }
  return labels;
}

ImageSet images_from(const NpyArray& numbers, const PixelScaling& scaling, const std::string& name) {
  const std::vector<std::size_t>& shape = numbers.header.shape;
  ImageSet images;
  images.rows = static_cast<int>(shape.size() == 3 ? shape[1] : 1);
  images.columns = static_cast<int>(shape.back());
  if (!scaling.empty() && scaling.columns() != numbers.cols()) {
    fail("{}: expected {} numbers for each image, got the shape {}", name, scaling.columns(),
         shape_text(shape));
  }
  images.pixels = to_pixels(numbers, scaling, name);
  return images;
}

DataSet read_data_set(const std::string& folder) {
  const auto paths = find_four(folder);
  if (!paths) {
    fail("expected the files {}, {}, {} and {} (or {}, {}, {} and {}), plain or .gz, in the folder {}",
         kIdxNames[0], kIdxNames[1], kIdxNames[2], kIdxNames[3], kNpyNames[0], kNpyNames[1], kNpyNames[2],
         kNpyNames[3], folder);
  }
  const auto& [x_train, y_train, x_test, y_test] = *paths;
  DataSet set;
  {
    const NpyArray numbers = read_image_numbers(x_train);
    if (numbers.rows() == 0) fail("expected training images, but {} has none", x_train);
    set.scaling = fit_scaling(numbers, x_train);
    set.train = images_from(numbers, set.scaling, x_train);
  }
  set.test = images_from(read_image_numbers(x_test), set.scaling, x_test);
  if (set.test.rows != set.train.rows || set.test.columns != set.train.columns) {
    fail("expected images of {} x {} as in {}, but those of {} are {} x {}", set.train.rows,
         set.train.columns, x_train, x_test, set.test.rows, set.test.columns);
  }
  add_labels(set.train, x_train, y_train);
  add_labels(set.test, x_test, y_test);
  set.train.classes = set.test.classes = count_classes(set.train, set.test);
  return set;
}

bool holds_data_set(const std::string& folder) {
  return find_four(folder).has_value();
}

}  // namespace bitbasin
