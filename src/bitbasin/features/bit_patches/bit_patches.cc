// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/bit_patches/bit_patches.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/features/bit_patches/bit_dictionary.h"
#include "bitbasin/features/images/cell_grid.h"
#include "bitbasin/features/images/even_sample.h"
#include "bitbasin/features/stages/ink_bits.h"

namespace bitbasin {
namespace {

// How often each filter agrees with at least so many pixels somewhere in a cell.
class Agreements {
 public:
  Agreements(const ImageSet& train, const BitPatches& patches, int threads);

  std::size_t images() const { return images_; }
  // In how many images of the sample the filter agrees with `least` pixels or more in the cell.
  std::size_t on(std::size_t filter, std::size_t cell, std::size_t least) const {
    return on_[(filter * cells_ + cell) * (taps_ + 1) + least];
  }
  std::size_t rarer(std::size_t filter, std::size_t cell, std::size_t least) const {
    const std::size_t times = on(filter, cell, least);
    return std::min(times, images_ - times);
  }

 private:
  std::size_t images_;
  std::size_t cells_;
  std::size_t taps_;
  std::vector<std::size_t> on_;
};

Agreements::Agreements(const ImageSet& train, const BitPatches& patches, int threads)
    : cells_(patches.cells * patches.cells), taps_(patches.detectors.taps()) {
  const EvenSample sample(train.size());
  images_ = sample.size();
  // Detectors of all counts.
  BitPatches all{patches.ink, patches.cells, {patches.detectors.size, patches.detectors.filters, {}, {}}, {}};
  const std::size_t filters = patches.detectors.filters.size();
  for (std::size_t f = 0; f < filters; ++f) {
    for (std::size_t least = 1; least <= taps_; ++least) {
      all.detectors.filter.push_back(static_cast<std::uint16_t>(f));
      all.detectors.least.push_back(static_cast<std::uint8_t>(least));
    }
  }
  for (std::size_t r = 0; r < filters * taps_ * cells_; ++r) {
    all.responses.push_back(static_cast<std::uint32_t>(r));
  }
  const PackedBitPatches packed(all, train.rows, train.columns, 1);
  const auto slots = static_cast<std::size_t>(std::max(threads, 1));
  std::vector<std::vector<std::size_t>> counts(slots, std::vector<std::size_t>(all.outputs()));
  parallel_ranges(images_, 32, threads, [&](std::size_t begin, std::size_t end, std::size_t slot) {
    for (std::size_t k = begin; k < end; ++k) {
      BitMatrix bits(1, all.outputs());
      packed.apply(train.image(sample.image(k)).data(), 1, bits, 0, 0);
      for (std::size_t w = 0; w < bits.stride(); ++w) {
        for (std::uint64_t word = bits.row(0)[w]; word != 0; word &= word - 1) {
          ++counts[slot][w * kWordBits + static_cast<std::size_t>(std::countr_zero(word))];
        }
      }
    }
  });
  on_.resize(filters * cells_ * (taps_ + 1), images_);
  for (std::size_t r = 0; r < all.outputs(); ++r) {
    const std::size_t detector = r / cells_;
    const std::size_t filter = detector / taps_;
    std::size_t sum = 0;
    for (const std::vector<std::size_t>& part : counts) sum += part[r];
    on_[(filter * cells_ + r % cells_) * (taps_ + 1) + detector % taps_ + 1] = sum;
  }
}

// The counts of agreeing pixels that make the bits of a filter the most balanced, ascending.
std::vector<std::uint8_t> best_levels(const Agreements& agreements, std::size_t filter, std::size_t cells,
                                      std::size_t taps, std::size_t levels) {
  std::vector<std::pair<std::size_t, std::uint8_t>> by_balance;
  for (std::size_t least = 1; least <= taps; ++least) {
    std::size_t balance = 0;
    for (std::size_t c = 0; c < cells; ++c) balance += agreements.rarer(filter, c, least);
    by_balance.emplace_back(balance, static_cast<std::uint8_t>(least));
  }
  std::ranges::stable_sort(by_balance, std::greater<>(), &std::pair<std::size_t, std::uint8_t>::first);
  std::vector<std::uint8_t> best;
  for (std::size_t l = 0; l < std::min(levels, taps); ++l) best.push_back(by_balance[l].second);
  std::ranges::sort(best);
  return best;
}

}  // namespace

const OptionTable<BitPatchOptions>& bit_patch_options() {
  static const OptionTable<BitPatchOptions> table{
      option("filters", &BitPatchOptions::filters, {1, 256}, "number of filters"),
      option("size", &BitPatchOptions::size, {1, static_cast<std::int64_t>(BitBlocks::kSide)},
             "height and width of a filter in pixels"),
      option("cells", &BitPatchOptions::cells, {1, 32}, "cells of the grid, down and across"),
      option("levels", &BitPatchOptions::levels, {1, 15},
             "numbers of agreeing pixels to ask for, and so bits, per filter and cell"),
      option("ink", &BitPatchOptions::ink, {0, 254}, "a pixel is on if it is above this"),
      option("rarest", &BitPatchOptions::rarest, {0, 0.5},
             "drops bits that are on, or off, in a smaller fraction of the training images"),
  };
  return table;
}

BitPatches fit_bit_patches(const ImageSet& train, const BitPatchOptions& options, bool odd,
                           std::uint64_t seed, int threads, RunControl& control) {
  expect_cells_fit(train, options.size, options.cells);
  const auto size = static_cast<std::size_t>(options.size);
  const auto ink = static_cast<std::uint8_t>(options.ink);
  const auto count = static_cast<std::size_t>(options.filters);
  BitPatches patches{ink, static_cast<std::size_t>(options.cells), {}, {}};
  patches.detectors.size = size;
  patches.detectors.filters = learn_bit_filters(train, count, size, ink, seed, control);
  const Agreements agreements(train, patches, threads);
  const std::size_t cells = patches.cells * patches.cells;
  const auto least_images = options.rarest * static_cast<double>(agreements.images());
  std::vector<std::size_t> rarer;  // of each bit: in how many images it is on, or off if that is less
  BitDetectors& detectors = patches.detectors;
  for (std::size_t f = 0; f < count; ++f) {
    for (const std::uint8_t least :
         best_levels(agreements, f, cells, detectors.taps(), static_cast<std::size_t>(options.levels))) {
      const std::size_t before = patches.outputs();
      for (std::size_t c = 0; c < cells; ++c) {
        const std::size_t rare = agreements.rarer(f, c, least);
        if (static_cast<double>(rare) < least_images || rare == 0) continue;
        patches.responses.push_back(static_cast<std::uint32_t>(detectors.count() * cells + c));
        rarer.push_back(rare);
      }
      if (patches.outputs() == before) continue;
      detectors.filter.push_back(static_cast<std::uint16_t>(f));
      detectors.least.push_back(least);
    }
  }
  if (patches.outputs() % 2 != (odd ? 1 : 0) && !rarer.empty()) {
    patches.responses.erase(patches.responses.begin() + (std::ranges::min_element(rarer) - rarer.begin()));
  }
  if (patches.responses.empty()) {
    fail(
        "expected bit patches that are found in {} to {} percent of the training images, but there are too "
        "few",
        100 * options.rarest, 100 * (1 - options.rarest));
  }
  return patches;
}

PackedBitPatches::PackedBitPatches(const BitPatches& patches, int rows, int columns, std::size_t depth)
    : ink_(patches.ink),
      inputs_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)),
      depth_(depth),
      blocks_(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), patches.detectors.size,
              patches.cells),
      detectors_(patches.detectors, blocks_) {
  std::vector<std::uint32_t> places;  // of the bits among those that are found
  for (const std::uint32_t r : patches.responses) {
    places.push_back(static_cast<std::uint32_t>(r / blocks_.cells() * blocks_.words() + r % blocks_.cells()));
  }
  picker_ = BitPicker(places, detectors_.found_words());
}

void PackedBitPatches::apply(const std::uint8_t* pixels, std::size_t count, BitMatrix& out,
                             std::size_t first_image, std::size_t first_column) const {
  assert((first_image + count) * depth_ <= out.rows() && first_column + outputs() <= out.cols());
  AlignedArray<std::uint64_t> image(inputs_ / kWordBits + 2);
  AlignedArray<std::uint64_t> scratch(detectors_.scratch_words());
  AlignedArray<std::uint64_t> found(detectors_.found_words());
  BitBlocks::Reader reader(blocks_);
  for (std::size_t k = 0; k < count; ++k) {
    put_ink_bits(pixels + k * inputs_, inputs_, ink_, image.data());
    std::ranges::fill(found, 0);
    detectors_.detect(blocks_, reader.see(image.data()), scratch.data(), found.data());
    blocks_.join(found);
    for (std::size_t p = 0; p < depth_; ++p) {
      picker_.pick(found.data(), out.row((first_image + k) * depth_ + p), first_column);
    }
  }
}

}  // namespace bitbasin
