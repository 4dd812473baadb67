// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/pixel_levels.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/features/stages/put_image_bits.h"

namespace bitbasin {
namespace {

constexpr std::size_t kValues = 256;

// How many training images have each value of one pixel.
using Histogram = std::array<std::uint64_t, kValues>;

// The levels of one pixel, ascending.
std::vector<std::uint8_t> levels_of(const Histogram& histogram, std::uint64_t images,
                                    const QuantileOptions& options) {
  const auto parts = static_cast<std::uint64_t>(options.levels) + 1;
  const double rarest = options.rarest * static_cast<double>(images);
  std::vector<std::uint8_t> levels;
  std::uint64_t below = 0;  // images below the value
  std::uint64_t part = 1;   // the next boundary lies at part / parts of all images
  std::size_t before = 0;   // the largest value below that occurs
  for (std::size_t value = 0; value < kValues; ++value) {
    if (histogram[value] == 0) continue;
    // A level goes into the first gap at or after a boundary. Boundaries are found by counting, so a value
    // that contains several of them uses them up.
    if (below > 0 && below * parts >= part * images) {
      while (below * parts >= part * images) ++part;
      const auto rarer = static_cast<double>(std::min(below, images - below));
      if (rarer >= rarest) levels.push_back(static_cast<std::uint8_t>((before + value + 1) / 2));
    }
    before = value;
    below += histogram[value];
  }
  return levels;
}

}  // namespace

const OptionTable<QuantileOptions>& quantile_options() {
  static const OptionTable<QuantileOptions> table{
      option("levels", &QuantileOptions::levels, {1, 255}, "maximum number of bits per number"),
      option("rarest", &QuantileOptions::rarest, {0, 0.5},
             "drops bits that are on, or off, in a smaller fraction of the training images"),
  };
  return table;
}

PixelLevels fit_levels(const ImageSet& train, const QuantileOptions& options, bool odd) {
  assert(train.size() > 0);
  const std::size_t inputs = train.inputs();
  std::vector<Histogram> histograms(inputs);
  for (std::size_t k = 0; k < train.pixels.size(); ++k) ++histograms[k % inputs][train.pixels[k]];

  PixelLevels kept;
  const auto keep = [&](std::size_t pixel, std::uint8_t level) {
    kept.pixels.push_back(static_cast<std::uint32_t>(pixel));
    kept.levels.push_back(level);
  };
  for (std::size_t pixel = 0; pixel < inputs; ++pixel) {
    for (const std::uint8_t level : levels_of(histograms[pixel], train.size(), options)) keep(pixel, level);
  }
  if (kept.outputs() % 2 != (odd ? 1 : 0)) {
    kept.pixels.insert(kept.pixels.begin(), 0);
    kept.levels.insert(kept.levels.begin(), 0);
  }
  if (kept.pixels.empty())
    fail("expected numbers that differ between training images, but all images are the same");
  return kept;
}

void PackedPixelLevels::apply(const std::uint8_t* pixels, std::size_t count, BitMatrix& out,
                              std::size_t first_image, std::size_t first_column) const {
  std::vector<std::uint64_t> bits((outputs() + kWordBits - 1) / kWordBits);
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint8_t* image = pixels + k * inputs_;
    std::ranges::fill(bits, 0);
    for (std::size_t j = 0; j < outputs(); ++j) {
      const bool on = image[levels_.pixels[j]] >= levels_.levels[j];
      bits[j / kWordBits] |= std::uint64_t{on} << j % kWordBits;
    }
    put_image_bits(out, first_image + k, depth_, first_column, outputs(), bits);
  }
}

}  // namespace bitbasin
