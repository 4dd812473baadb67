// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/bit_patches/bit_dictionary.h"

#include <algorithm>
#include <bit>

#include "bitbasin/base/error.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

constexpr std::size_t kDrawn = 100000;  // patches, as many as patches/ learns from
constexpr std::size_t kMeans = 15;      // rounds, likewise

std::vector<std::uint64_t> draw_bit_patches(const ImageSet& images, std::size_t size, std::uint8_t ink,
                                            std::uint64_t seed) {
  const std::size_t taps = size * size;
  const std::size_t least = taps / 6;  // pixels that are on, and off: 4 of 25
  const std::size_t down = static_cast<std::size_t>(images.rows) - size + 1;
  const std::size_t across = static_cast<std::size_t>(images.columns) - size + 1;
  Stream stream(seed, purpose("features.bit_patches.draw"));
  std::vector<std::uint64_t> patches;
  for (std::size_t tries = 0; tries < 4 * kDrawn && patches.size() < kDrawn; ++tries) {
    const std::size_t image = uniform_below(stream, images.size());
    const std::size_t y = uniform_below(stream, down);
    const std::size_t x = uniform_below(stream, across);
    const std::uint64_t patch = bit_patch(images, image, y, x, size, ink);
    const auto on = static_cast<std::size_t>(std::popcount(patch));
    if (std::min(on, taps - on) >= least) patches.push_back(patch);
  }
  return patches;
}

}  // namespace

std::uint64_t bit_patch(const ImageSet& images, std::size_t image, std::size_t y, std::size_t x,
                        std::size_t size, std::uint8_t ink) {
  const auto columns = static_cast<std::size_t>(images.columns);
  const std::uint8_t* first = images.image(image).data() + y * columns + x;
  std::uint64_t patch = 0;
  for (std::size_t t = 0; t < size * size; ++t) {
    patch |= std::uint64_t{first[t / size * columns + t % size] > ink} << t;
  }
  return patch;
}

std::vector<std::uint64_t> learn_bit_filters(const ImageSet& images, std::size_t count, std::size_t size,
                                             std::uint8_t ink, std::uint64_t seed, RunControl& control) {
  const std::vector<std::uint64_t> patches = draw_bit_patches(images, size, ink, seed);
  if (patches.empty())
    fail("cannot take patches from these images: no pixels side by side of which only some are above {}",
         ink);
  Stream stream(seed, purpose("features.bit_patches.centres"));
  const std::size_t taps = size * size;
  std::vector<std::uint64_t> filters(count);
  const auto any_patch = [&] { return patches[uniform_below(stream, patches.size())]; };
  for (std::uint64_t& filter : filters) filter = any_patch();
  std::vector<std::size_t> on(count * taps);
  std::vector<std::size_t> members(count);
  for (std::size_t round = 0; round < kMeans && control.spend(patches.size()); ++round) {
    std::ranges::fill(on, 0);
    std::ranges::fill(members, 0);
    for (const std::uint64_t patch : patches) {
      const auto distance = [&](std::uint64_t filter) { return std::popcount(filter ^ patch); };
      const auto nearest =
          static_cast<std::size_t>(std::ranges::min_element(filters, {}, distance) - filters.begin());
      ++members[nearest];
      for (std::uint64_t bits = patch; bits != 0; bits &= bits - 1) {
        ++on[nearest * taps + static_cast<std::size_t>(std::countr_zero(bits))];
      }
    }
    for (std::size_t f = 0; f < count; ++f) {
      filters[f] = members[f] == 0 ? any_patch() : 0;  // a centre without patches starts again at another one
      for (std::size_t t = 0; t < taps; ++t) {
        if (2 * on[f * taps + t] > members[f]) filters[f] |= std::uint64_t{1} << t;
      }
    }
    control.report({"learning bit patches", round + 1, kMeans});
  }
  return filters;
}

}  // namespace bitbasin
