// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/images/augment.h"

#include <memory>

#include "bitbasin/bench/bench.h"
#include "bitbasin/features/images/deskew.h"

namespace bitbasin::augment_perf {
namespace {

constexpr std::size_t kImages = 256;

// 28 x 28 with something in the middle.
ImageSet images() {
  ImageSet set{28, 28, 1, std::vector<std::uint8_t>(kImages * 784), std::vector<std::uint16_t>(kImages)};
  for (std::size_t i = 0; i < set.pixels.size(); ++i) {
    const std::size_t y = i % 784 / 28;
    const std::size_t x = i % 28;
    if (y > 4 && y < 23 && x > 8 && x < 20) set.pixels[i] = static_cast<std::uint8_t>(i * 37);
  }
  return set;
}

// The floors read and write as many bytes, which says little; look at the rates.
void touch(const ImageSet& set) {
  std::uint64_t sum = 0;
  for (const std::uint8_t pixel : set.pixels) sum += pixel;
  keep(sum);
}

const RegisterBenchmark kDeform("features.augment", [](const BenchOptions& options) {
  auto set = std::make_shared<ImageSet>(images());
  AugmentOptions one;
  one.copies = 1;
  return BenchCase{"images/s",
                   kImages,
                   0,
                   [set, one, &options] {
                     RunControl control;
                     keep(augmented(*set, one, 1, options.threads, control).pixels.back());
                   },
                   {{"reading the pixels", [set] { touch(*set); }}}};
});

const RegisterBenchmark kDeskew("features.deskew", [](const BenchOptions& options) {
  auto set = std::make_shared<ImageSet>(images());
  return BenchCase{"images/s",
                   kImages,
                   0,
                   [set, &options] { keep(deskewed(*set, options.threads).pixels.back()); },
                   {{"reading the pixels", [set] { touch(*set); }}}};
});

}  // namespace
}  // namespace bitbasin::augment_perf
