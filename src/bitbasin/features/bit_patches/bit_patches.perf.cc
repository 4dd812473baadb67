// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/bit_patches/bit_patches.h"

#include <algorithm>
#include <memory>

#include "bitbasin/bench/bench.h"
#include "bitbasin/features/bit_patches/full_adder_floor.perf.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin::bit_patches_perf {
namespace {

// The defaults on images of 28 x 28 pixels, with all 1024 bits.
const RegisterBenchmark kBitPatches("features.bit_patches", [](const BenchOptions&) {
  constexpr std::size_t kSide = 28;
  constexpr std::size_t kImages = 96;
  constexpr BitPatchOptions options;
  constexpr auto count = static_cast<std::size_t>(options.filters);
  constexpr auto cells = static_cast<std::size_t>(options.cells);
  Stream stream(1, purpose("bench.bit_patches"));
  BitPatches patches{100, cells, {}, {}};
  patches.detectors.size = static_cast<std::size_t>(options.size);
  for (std::size_t f = 0; f < count; ++f) {
    patches.detectors.filters.push_back(stream.next() >> (64 - patches.detectors.taps()));
    for (const std::uint8_t least : {std::uint8_t{16}, std::uint8_t{18}}) {
      patches.detectors.filter.push_back(static_cast<std::uint16_t>(f));
      patches.detectors.least.push_back(least);
    }
  }
  for (std::size_t r = 0; r < patches.detectors.count() * cells * cells; ++r) {
    patches.responses.push_back(static_cast<std::uint32_t>(r));
  }
  struct Setup {
    PackedBitPatches patches;
    std::vector<std::uint8_t> pixels;
    BitMatrix out;
  };
  auto s = std::make_shared<Setup>(Setup{PackedBitPatches(patches, kSide, kSide, 1),
                                         std::vector<std::uint8_t>(kImages * kSide * kSide),
                                         BitMatrix(kImages, patches.outputs())});
  for (std::uint8_t& p : s->pixels) p = static_cast<std::uint8_t>(stream.next());
  constexpr std::size_t kAdders = 14;  // per filter and word of 64 places: 7 for each 12 of the 25 pixels
  constexpr std::size_t adders = kImages * count * kAdders * cells * cells;
  return BenchCase{"images/s",
                   kImages,
                   0.3,
                   [s] {
                     std::ranges::fill(s->out.words(), 0);
                     s->patches.apply(s->pixels.data(), kImages, s->out, 0, 0);
                   },
                   {{"bare full adders, as many", [] { keep(bare_full_adders(adders)); }}}};
});

}  // namespace
}  // namespace bitbasin::bit_patches_perf
