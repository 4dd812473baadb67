// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/bit_products.h"

#include <memory>

#include "bitbasin/bench/bench.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin::bit_products_perf {
namespace {

// Two distances on as many bits as 512 filters have.
BenchCase products_case(const BenchOptions&) {
  constexpr std::size_t kOthers = 46349;
  constexpr std::size_t kImages = 32;
  struct Setup {
    BitProducts products;
    BitMatrix bits;
  };
  auto s = std::make_shared<Setup>(Setup{random_products(kOthers, {2}, 1), {}});
  s->bits = BitMatrix(kImages, kOthers + s->products.outputs());
  for (std::size_t r = 0; r < kImages; ++r) {
    Stream(1, purpose("bench.bit_products"), r).fill(s->bits.row(r).first(kOthers / kWordBits));
  }
  const auto floor = [s] {
    std::uint64_t sum = 0;
    for (std::size_t r = 0; r < kImages; ++r) {
      const auto row = s->bits.row(r);
      for (std::size_t w = row.size() / 3; w < row.size(); ++w) {
        row[w] ^= row[w - row.size() / 3];
      }
      sum += row.back();
    }
    keep(sum);
  };
  return BenchCase{"images/s",
                   kImages,
                   0.3,
                   [s] { PackedBitProducts(s->products).apply(nullptr, kImages, s->bits, 0, kOthers); },
                   {{"bare exclusive or of as many words", floor}}};
}

const RegisterBenchmark kProducts("features.bit_products", products_case);

}  // namespace
}  // namespace bitbasin::bit_products_perf
