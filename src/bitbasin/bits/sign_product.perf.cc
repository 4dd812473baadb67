// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/sign_product.h"

#include <memory>
#include <vector>

#include "bitbasin/bench/bench.h"
#include "bitbasin/bits/floor.perf.h"

namespace bitbasin::sign_product_perf {
namespace {

// An R-BP iteration at the paper's largest size: N = 10001 synapses, P = 0.74 N patterns.
constexpr std::size_t kSynapses = 10001;
constexpr std::size_t kPatterns = 7400;
constexpr double kEntries = static_cast<double>(kSynapses) * kPatterns;

// The tiles hold no special values: zeros are as good as any.
struct Setup {
  Setup(std::size_t rows, std::size_t cols) : x(rows, cols), q(cols, 1000), out(rows) {}
  SignMatrix x;
  std::vector<std::int16_t> q;
  std::vector<std::int32_t> out;
  SignProductTables tables;
  void run(int threads) { multiply(x, q, out, tables, threads); }
  std::span<const std::uint64_t> words() const {
    return {reinterpret_cast<const std::uint64_t*>(x.tile_row(0)), x.bytes() / 8};
  }
};

BenchCase against_floors(std::size_t rows, std::size_t cols) {
  auto s = std::make_shared<Setup>(rows, cols);
  return {"synapses/s",
          kEntries,
          1 / 1.5,
          [s] { s->run(1); },
          {{"bare read of the bits", [s] { keep(bare_read(s->words())); }},
           {"bare instructions", [] { keep(bare_sign_product(static_cast<std::size_t>(kEntries))); }}}};
}

BenchCase against_one_thread(std::size_t rows, std::size_t cols) {
  auto s = std::make_shared<Setup>(rows, cols);
  return {"synapses/s", kEntries, 1.7, [s] { s->run(2); }, {{"one thread", [s] { s->run(1); }}}};
}

const RegisterBenchmark kXm("bits.product.X_m",
                            [](const BenchOptions&) { return against_floors(kPatterns, kSynapses); });
const RegisterBenchmark kXtg("bits.product.Xt_g",
                             [](const BenchOptions&) { return against_floors(kSynapses, kPatterns); });
const RegisterBenchmark kXm2("bits.product.X_m.threads",
                             [](const BenchOptions&) { return against_one_thread(kPatterns, kSynapses); });
const RegisterBenchmark kXtg2("bits.product.Xt_g.threads",
                              [](const BenchOptions&) { return against_one_thread(kSynapses, kPatterns); });

}  // namespace
}  // namespace bitbasin::sign_product_perf
