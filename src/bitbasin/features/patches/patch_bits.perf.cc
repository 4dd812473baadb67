// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/patches/patch_bits.h"

#include <memory>

#include "bitbasin/bench/bench.h"
#include "bitbasin/features/stages/pair_product_floor.perf.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin::patch_bits_perf {
namespace {

// The defaults on images of 28 x 28 pixels, with all bits; `goal` is a part of the rate of bare products.
BenchCase patches_case(std::uint8_t contrast, double goal) {
  constexpr std::size_t kSide = 28;
  constexpr std::size_t kImages = 96;
  constexpr PatchOptions options;
  constexpr auto size = static_cast<std::size_t>(options.size);
  constexpr auto count = static_cast<std::size_t>(options.filters);
  constexpr auto cells = static_cast<std::size_t>(options.cells);
  constexpr auto levels = static_cast<std::size_t>(options.levels);
  Stream stream(1, purpose("bench.patch_bits"));
  PatchBits patches{{size, count, {}}, cells, {}, {}, contrast};
  for (std::size_t i = 0; i < count * size * size; ++i) {
    patches.filters.weights.push_back(static_cast<std::int16_t>(static_cast<int>(stream.next() % 301) - 150));
  }
  for (std::size_t r = 0; r < cells * cells * count; ++r) {
    for (std::size_t t = 0; t < levels; ++t) {
      patches.responses.push_back(static_cast<std::uint32_t>(r));
      patches.thresholds.push_back(static_cast<std::int32_t>(t));
    }
  }
  struct Setup {
    PackedPatchBits units;
    std::vector<std::uint8_t> pixels;
    BitMatrix out;
  };
  auto s = std::make_shared<Setup>(Setup{PackedPatchBits(patches, kSide, kSide, 1),
                                         std::vector<std::uint8_t>(kImages * kSide * kSide),
                                         BitMatrix(kImages, patches.outputs())});
  for (std::uint8_t& p : s->pixels) p = static_cast<std::uint8_t>(stream.next());
  constexpr std::size_t places = (kSide - size + 1) * (kSide - size + 1);
  constexpr std::size_t lines = kImages * places * size * ((size + 1) / 2) * ((count + 15) / 16);
  return BenchCase{"images/s",
                   kImages,
                   goal,
                   [s] { s->units.apply(s->pixels.data(), kImages, s->out, 0, 0); },
                   {{"bare pair products, as many", [] { keep(bare_pair_products(lines)); }}}};
}

const RegisterBenchmark kPatches("features.patch_bits",
                                 [](const BenchOptions&) { return patches_case(0, 0.6); });
const RegisterBenchmark kContrast("features.patch_contrast",
                                  [](const BenchOptions&) { return patches_case(5, 0.4); });

}  // namespace
}  // namespace bitbasin::patch_bits_perf
