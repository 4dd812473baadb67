// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/patches/patch_dictionary.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <span>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/features/patches/whitening.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

constexpr std::size_t kPatches = 100000;  // to learn from; half as many give the same errors
constexpr std::size_t kRounds = 15;       // after which hardly a patch moves to another centre
constexpr double kContrast = 20;          // grey values, root mean square: less is background

// Scales numbers to the length kFilterLength and rounds them; returns false if their length is zero.
template <class Number>
bool put_normalized(std::span<const Number> numbers, std::int16_t* to) {
  double squares = 0;
  for (const Number x : numbers) squares += static_cast<double>(x) * static_cast<double>(x);
  if (squares == 0) return false;
  const double scale = kFilterLength / std::sqrt(squares);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    to[i] = static_cast<std::int16_t>(std::floor(static_cast<double>(numbers[i]) * scale + 0.5));
  }
  return true;
}

// Normalized patches, one after the other, followed by a pixel that the kernel may read.
struct Patches {
  std::size_t taps;
  std::size_t count = 0;
  std::vector<std::int16_t> pixels = {};

  const std::int16_t* patch(std::size_t k) const { return pixels.data() + k * taps; }
};

Patches draw_patches(const ImageSet& images, std::size_t size, std::uint64_t seed) {
  Patches patches{size * size};
  patches.pixels.resize(kPatches * patches.taps + 1);
  const auto width = static_cast<std::size_t>(images.columns);
  const std::size_t down = static_cast<std::size_t>(images.rows) - size + 1;
  const std::size_t across = width - size + 1;
  Stream stream(seed, purpose("features.patches.draw"));
  std::vector<double> patch(patches.taps);
  for (std::size_t tries = 0; tries < 4 * kPatches && patches.count < kPatches; ++tries) {
    const std::span<const std::uint8_t> image = images.image(uniform_below(stream, images.size()));
    const std::size_t y = uniform_below(stream, down);
    const std::size_t x = uniform_below(stream, across);
    double sum = 0;
    for (std::size_t i = 0; i < patches.taps; ++i) {
      patch[i] = image[(y + i / size) * width + x + i % size];
      sum += patch[i];
    }
    const double mean = sum / static_cast<double>(patches.taps);
    double squares = 0;
    for (double& p : patch) {
      p -= mean;
      squares += p * p;
    }
    if (squares < kContrast * kContrast * static_cast<double>(patches.taps)) continue;
    put_normalized<double>(patch, patches.pixels.data() + patches.count * patches.taps);
    ++patches.count;
  }
  return patches;
}

// In place; the lengths stay.
void whiten_all(Patches& patches, const Whitening& whitening, int threads) {
  parallel_ranges(patches.count, 1024, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::span patch = std::span(patches.pixels).subspan(k * patches.taps, patches.taps);
      put_normalized<double>(whitening.whiten(patch), patch.data());
    }
  });
}

// The sums of the patches nearest to each filter. Integers: threads may add in any order.
std::vector<std::int64_t> sums_of_nearest(const Patches& patches, const PatchFilters& filters, int threads) {
  const PackedFilters packed(filters);
  const auto slots = static_cast<std::size_t>(std::max(threads, 1));
  std::vector<std::int64_t> sums(slots * filters.weights.size());
  constexpr std::size_t kGroup = 192;
  parallel_ranges(
      patches.count, 16 * kGroup, threads, [&](std::size_t begin, std::size_t end, std::size_t slot) {
        std::int64_t* mine = sums.data() + slot * filters.weights.size();
        AlignedArray<std::int32_t> responses(kGroup * packed.stride());
        for (; begin < end; begin += kGroup) {
          const std::size_t count = std::min(kGroup, end - begin);
          packed.respond(patches.patch(begin), patches.taps, filters.size, count, responses.data());
          for (std::size_t k = 0; k < count; ++k) {
            const std::int32_t* row = responses.data() + k * packed.stride();
            const auto nearest = static_cast<std::size_t>(std::max_element(row, row + filters.count) - row);
            const std::int16_t* patch = patches.patch(begin + k);
            for (std::size_t i = 0; i < patches.taps; ++i) mine[nearest * patches.taps + i] += patch[i];
          }
        }
      });
  for (std::size_t i = filters.weights.size(); i < sums.size(); ++i)
    sums[i % filters.weights.size()] += sums[i];
  sums.resize(filters.weights.size());
  return sums;
}

}  // namespace

PatchFilters learn_filters(const ImageSet& images, const FilterRecipe& recipe, std::uint64_t seed,
                           int threads, RunControl& control) {
  const auto [count, size, whiten] = recipe;
  if (count * size > kMostFiltersTimesSize) {
    fail("expected at most {} filters of {} x {} pixels, got {}", kMostFiltersTimesSize / size, size, size,
         count);
  }
  const auto side = static_cast<std::size_t>(std::min(images.rows, images.columns));
  if (side < size) {
    fail("expected images of at least {} x {} pixels to take patches from, got {} x {}", size, size,
         images.rows, images.columns);
  }
  Patches patches = draw_patches(images, size, seed);
  if (patches.count == 0) fail("cannot take patches from these images: they are flat everywhere");
  std::optional<Whitening> whitening;
  if (whiten > 0) {
    whitening.emplace(std::span(patches.pixels).first(patches.count * patches.taps), patches.taps, whiten);
    whiten_all(patches, *whitening, threads);
  }
  Stream stream(seed, purpose("features.patches.centres"));
  PatchFilters filters{size, count, std::vector<std::int16_t>(count * patches.taps)};
  const auto take_a_patch = [&](std::size_t f) {
    std::copy_n(patches.patch(uniform_below(stream, patches.count)), patches.taps,
                filters.weights.data() + f * patches.taps);
  };
  for (std::size_t f = 0; f < count; ++f) take_a_patch(f);
  for (std::size_t round = 0; round < kRounds && control.spend(patches.count); ++round) {
    const std::vector<std::int64_t> sums = sums_of_nearest(patches, filters, threads);
    for (std::size_t f = 0; f < count; ++f) {
      // A centre without patches starts again at another one.
      const std::span<const std::int64_t> sum(sums.data() + f * patches.taps, patches.taps);
      if (!put_normalized(sum, filters.weights.data() + f * patches.taps)) take_a_patch(f);
    }
    control.report({"learning patches", round + 1, kRounds});
  }
  if (whitening) {
    for (std::size_t f = 0; f < count; ++f) {
      const std::span weights = std::span(filters.weights).subspan(f * patches.taps, patches.taps);
      put_normalized<double>(whitening->filter_of(weights), weights.data());
    }
  }
  assert(sums_fit(filters));
  return filters;
}

}  // namespace bitbasin
