// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/patches/patch_bits.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/patches/patch_bits.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/features/images/cell_grid.h"
#include "bitbasin/features/images/even_sample.h"
#include "bitbasin/features/patches/patch_contrast.h"
#include "bitbasin/features/stages/put_image_bits.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Lets the filters compete at each of `places`: r_f becomes F r_f - sum_g max(r_g, 0). Rows have `stride`
// numbers, of which those after the filters are zero and do not compete.
void compete(std::int32_t* HWY_RESTRICT responses, std::size_t places, std::size_t stride,
             std::int32_t filters) {
  const hn::CappedTag<std::int32_t, 16> d;
  const auto weight = hn::Set(d, filters);
  for (std::size_t k = 0; k < places; ++k, responses += stride) {
    auto sum = hn::Zero(d);
    for (std::size_t f = 0; f < stride; f += hn::Lanes(d)) {
      sum = hn::Add(sum, hn::Max(hn::Load(d, responses + f), hn::Zero(d)));
    }
    const auto all = hn::SumOfLanes(d, sum);
    for (std::size_t f = 0; f < stride; f += hn::Lanes(d)) {
      hn::Store(hn::Sub(hn::Mul(hn::Load(d, responses + f), weight), all), d, responses + f);
    }
  }
}

// Keeps the largest values of `places` rows in `best`.
void keep_largest(const std::int32_t* HWY_RESTRICT values, std::size_t places, std::size_t stride,
                  std::int32_t* HWY_RESTRICT best) {
  const hn::CappedTag<std::int32_t, 16> d;
  for (std::size_t f = 0; f < stride; f += hn::Lanes(d)) {
    auto largest = hn::Load(d, best + f);
    for (std::size_t k = 0; k < places; ++k) largest = hn::Max(largest, hn::Load(d, values + k * stride + f));
    hn::Store(largest, d, best + f);
  }
}

// Bit i of `bits`: whether values[places[i]] is above thresholds[i], for whole words of bits.
void compare_places(const std::int32_t* HWY_RESTRICT values, const std::int32_t* HWY_RESTRICT places,
                    const std::int32_t* HWY_RESTRICT thresholds, std::size_t words,
                    std::uint64_t* HWY_RESTRICT bits) {
  const hn::CappedTag<std::int32_t, 16> d;
  for (std::size_t w = 0; w < words; ++w) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < kWordBits;
         i += hn::Lanes(d), places += hn::Lanes(d), thresholds += hn::Lanes(d)) {
      const auto value = hn::GatherIndex(d, values, hn::LoadU(d, places));
      std::uint8_t above[8] = {};
      hn::StoreMaskBits(d, hn::Gt(value, hn::LoadU(d, thresholds)), above);
      word |= (above[0] | std::uint64_t{above[1]} << 8) << i;
    }
    bits[w] = word;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(compare_places);
HWY_EXPORT(compete);
HWY_EXPORT(keep_largest);

const OptionTable<PatchOptions>& patch_options() {
  static const OptionTable<PatchOptions> table{
      option("filters", &PatchOptions::filters, {1, 1024},
             "number of filters; times their size at most 7936"),
      option("size", &PatchOptions::size, {1, 31}, "height and width of a filter in pixels"),
      option("cells", &PatchOptions::cells, {1, 64}, "cells of the grid, down and across"),
      option("levels", &PatchOptions::levels, {1, 15}, "thresholds, and so bits, per filter and cell"),
      option("rarest", &PatchOptions::rarest, {0, 0.5},
             "drops bits that are on, or off, in a smaller fraction of the training images"),
      younger(
          option("contrast", &PatchOptions::contrast, {0, 255},
                 "scales every patch to the same contrast, except where it is weaker than about this many "
                 "grey values; 0: fits of strong contrast count more")),
      younger(option(
          "whiten", &PatchOptions::whiten, {0, 100},
          "learns filters from patches in which fine differences count as much as broad shades, except "
          "those of less than this share of the mean variance; 0: from patches as they are")),
  };
  return table;
}

FilterRecipe filter_recipe(const PatchOptions& options) {
  return {static_cast<std::size_t>(options.filters), static_cast<std::size_t>(options.size), options.whiten};
}

namespace {

// Where response c F + f is among those of Responder.
std::size_t response_place(std::size_t response, const PackedFilters& filters) {
  return response / filters.count() * filters.stride() + response % filters.count();
}

// Finds the responses of one image after the other, in the cells of several grids.
class Responder {
 public:
  Responder(const PackedFilters& filters, std::size_t rows, std::size_t columns,
            std::vector<std::size_t> grids, std::uint8_t contrast)
      : filters_(filters),
        rows_(rows),
        columns_(columns),
        grids_(std::move(grids)),
        down_(rows - filters.size() + 1),
        across_(columns - filters.size() + 1),
        pixels_(rows * columns + 1),
        line_(across_ * filters.stride()) {
    std::size_t cells = 0;
    for (const std::size_t side : grids_) cells += side * side;
    best_ = AlignedArray<std::int32_t>(cells * filters.stride());
    if (contrast > 0) contrast_.emplace(filters.size(), columns, contrast);
  }

  // A row of filters.stride() numbers for each cell, grid by grid.
  const AlignedArray<std::int32_t>& respond(const std::uint8_t* image) {
    const auto kernel = HWY_DYNAMIC_DISPATCH(compete);
    const std::size_t stride = filters_.stride();
    std::copy_n(image, rows_ * columns_, pixels_.begin());
    std::fill(best_.begin(), best_.end(), std::numeric_limits<std::int32_t>::min());
    for (std::size_t y = 0; y < down_; ++y) {
      const std::int16_t* row = pixels_.data() + y * columns_;
      filters_.respond(row, 1, columns_, across_, line_.data());
      if (contrast_) scale_responses(contrast_->scales(row), stride, line_.data());
      kernel(line_.data(), across_, stride, static_cast<std::int32_t>(filters_.count()));
      std::int32_t* best = best_.data();
      for (const std::size_t side : grids_) {
        pool(side, best + cell_of(y, side, down_) * side * stride);
        best += side * side * stride;
      }
    }
    return best_;
  }

 private:
  // Keeps the largest values of the line in a row of cells.
  void pool(std::size_t side, std::int32_t* best) {
    const auto kernel = HWY_DYNAMIC_DISPATCH(keep_largest);
    const std::size_t stride = filters_.stride();
    for (std::size_t u = 0; u < side; ++u) {
      const std::size_t begin = cell_begin(u, side, across_);
      const std::size_t end = cell_begin(u + 1, side, across_);
      kernel(line_.data() + begin * stride, end - begin, stride, best + u * stride);
    }
  }

  const PackedFilters& filters_;
  std::size_t rows_;
  std::size_t columns_;
  std::vector<std::size_t> grids_;  // cells of each, down and across
  std::size_t down_;                // places
  std::size_t across_;              // places
  AlignedArray<std::int16_t> pixels_;
  AlignedArray<std::int32_t> line_;
  AlignedArray<std::int32_t> best_;
  std::optional<PatchContrast> contrast_;
};

// The responses of a sample of images: response r of image k at [r * size + k].
struct Sample {
  std::size_t size;
  std::vector<std::int32_t> values;
};

Sample sample_responses(const ImageSet& train, const PatchBits& bits, int threads) {
  const EvenSample images(train.size());
  const std::size_t responses = bits.cells * bits.cells * bits.filters.count;
  Sample sample{images.size(), {}};
  sample.values.resize(responses * sample.size);
  const PackedFilters packed(bits.filters);
  parallel_ranges(sample.size, 32, threads, [&](std::size_t begin, std::size_t end) {
    Responder responder(packed, static_cast<std::size_t>(train.rows), static_cast<std::size_t>(train.columns),
                        {bits.cells}, bits.contrast);
    for (std::size_t k = begin; k < end; ++k) {
      const AlignedArray<std::int32_t>& best = responder.respond(train.image(images.image(k)).data());
      for (std::size_t r = 0; r < responses; ++r)
        sample.values[r * sample.size + k] = best[response_place(r, packed)];
    }
  });
  return sample;
}

}  // namespace

PatchBits fit_patch_bits(const ImageSet& train, const PatchOptions& options, bool odd, std::uint64_t seed,
                         int threads, RunControl& control) {
  expect_cells_fit(train, options.size, options.cells);
  const PatchFilters filters = learn_filters(train, filter_recipe(options), seed, threads, control);
  return fit_patch_bits(train, options, filters, odd, threads);
}

PatchBits fit_patch_bits(const ImageSet& train, const PatchOptions& options, const PatchFilters& filters,
                         bool odd, int threads) {
  expect_cells_fit(train, options.size, options.cells);
  const auto cells = static_cast<std::size_t>(options.cells);
  PatchBits bits{filters, cells, {}, {}, static_cast<std::uint8_t>(options.contrast)};
  Sample sample = sample_responses(train, bits, threads);
  const auto least = options.rarest * static_cast<double>(sample.size);
  const auto levels = static_cast<std::size_t>(options.levels);
  std::vector<std::size_t> rarer;  // of each bit: in how many images it is on, or off if that is less
  for (std::size_t r = 0; r < cells * cells * bits.filters.count; ++r) {
    const auto begin = sample.values.begin() + static_cast<std::ptrdiff_t>(r * sample.size);
    const auto end = begin + static_cast<std::ptrdiff_t>(sample.size);
    std::sort(begin, end);
    for (std::size_t t = 1; t <= levels; ++t) {
      const auto at = begin + static_cast<std::ptrdiff_t>(t * sample.size / (levels + 1));
      const auto on = static_cast<std::size_t>(end - std::upper_bound(at, end, *at));
      const std::size_t rare = std::min(on, sample.size - on);
      if (static_cast<double>(rare) < least || rare == 0) continue;
      const bool again =
          !bits.responses.empty() && bits.responses.back() == r && bits.thresholds.back() == *at;
      if (again) continue;
      bits.responses.push_back(static_cast<std::uint32_t>(r));
      bits.thresholds.push_back(*at);
      rarer.push_back(rare);
    }
  }
  if (bits.outputs() % 2 != (odd ? 1 : 0) && !rarer.empty()) {
    const auto worst = std::min_element(rarer.begin(), rarer.end()) - rarer.begin();
    bits.responses.erase(bits.responses.begin() + worst);
    bits.thresholds.erase(bits.thresholds.begin() + worst);
  }
  if (bits.responses.empty()) {
    fail(
        "expected patches whose bits are on in {} to {} percent of the training images, but there are too "
        "few",
        100 * options.rarest, 100 * (1 - options.rarest));
  }
  return bits;
}

PackedPatchBits::PackedPatchBits(const PatchBits& bits, int rows, int columns, std::size_t depth)
    : filters_(bits.filters),
      rows_(static_cast<std::size_t>(rows)),
      columns_(static_cast<std::size_t>(columns)),
      depth_(depth),
      contrast_(bits.contrast) {
  add(bits);
}

void PackedPatchBits::add(const PatchBits& bits) {
  std::size_t first_cell = 0;
  for (const std::size_t side : grids_) first_cell += side * side;
  const std::size_t before = outputs_;
  outputs_ += bits.outputs();
  const std::size_t padded = (outputs_ + kWordBits - 1) / kWordBits * kWordBits;
  places_.resize(padded);
  thresholds_.resize(padded);
  for (std::size_t j = 0; j < bits.outputs(); ++j) {
    const std::size_t place = first_cell * filters_.stride() + response_place(bits.responses[j], filters_);
    places_[before + j] = static_cast<std::int32_t>(place);
    thresholds_[before + j] = bits.thresholds[j];
  }
  grids_.push_back(bits.cells);
}

void PackedPatchBits::apply(const std::uint8_t* pixels, std::size_t count, BitMatrix& out,
                            std::size_t first_image, std::size_t first_column) const {
  assert((first_image + count) * depth_ <= out.rows() && first_column + outputs() <= out.cols());
  const auto kernel = HWY_DYNAMIC_DISPATCH(compare_places);
  Responder responder(filters_, rows_, columns_, grids_, contrast_);
  std::vector<std::uint64_t> bits((outputs_ + kWordBits - 1) / kWordBits);
  for (std::size_t k = 0; k < count; ++k) {
    const AlignedArray<std::int32_t>& best = responder.respond(pixels + k * rows_ * columns_);
    kernel(best.data(), places_.data(), thresholds_.data(), bits.size(), bits.data());
    put_image_bits(out, first_image + k, depth_, first_column, outputs_, bits);
  }
}

}  // namespace bitbasin
#endif  // HWY_ONCE
