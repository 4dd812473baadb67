// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/dot.h"

#include <memory>

#include "bitbasin/bench/bench.h"
#include "bitbasin/bits/floor.perf.h"

namespace bitbasin::dot_perf {
namespace {

// Synapses as in the paper's largest runs.
constexpr std::size_t kSynapses = 10001;

struct Setup {
  BitMatrix rows;
  BitVector w;
  std::vector<std::int32_t> out;
  explicit Setup(std::size_t bytes)
      : rows(bytes / (padded_words(kSynapses) * 8), kSynapses), w(kSynapses), out(rows.rows()) {
    std::uint64_t state = 1;  // any bits will do
    for (std::uint64_t& word : rows.words())
      word = state = state * 6364136223846793005u + 1442695040888963407u;
    for (std::size_t r = 0; r < rows.rows(); ++r) clear_padding(rows.row(r), kSynapses);
  }
  double synapses() const { return static_cast<double>(rows.rows()) * kSynapses; }
};

constexpr std::size_t kInCache = std::size_t{256} << 10;   // past the first level, within the second
constexpr std::size_t kInMemory = std::size_t{256} << 20;  // past the third level

BenchCase one_vector(std::size_t bytes, double goal, const BenchOptions& options) {
  auto s = std::make_shared<Setup>(bytes);
  const bool stream = bytes == kInMemory;
  return {"synapses/s",
          s->synapses(),
          goal,
          [s, &options] { dots(s->rows, s->w, s->out, options.threads); },
          {stream ? BenchFloor{"bare read of the same bytes", [s] { keep(bare_read(s->rows.words())); }}
                  : BenchFloor{"bare popcount of the same words",
                               [s] { keep(bare_popcount(s->rows.words())); }}}};
}

const RegisterBenchmark kRowsCache("bits.dot.rows.cache",
                                   [](const BenchOptions& o) { return one_vector(kInCache, 0.7, o); });
const RegisterBenchmark kRowsStream("bits.dot.rows.memory",
                                    [](const BenchOptions& o) { return one_vector(kInMemory, 0.8, o); });

const RegisterBenchmark kRow("bits.dot.row.cache", [](const BenchOptions&) {
  auto s = std::make_shared<Setup>(kInCache);
  return BenchCase{"synapses/s",
                   s->synapses(),
                   0.7,
                   [s] {
                     for (std::size_t r = 0; r < s->rows.rows(); ++r)
                       keep(hamming(s->rows.row(r), s->w.words()));
                   },
                   {{"bare popcount of the same words", [s] { keep(bare_popcount(s->rows.words())); }}}};
});

const RegisterBenchmark kMatrix("bits.dot.matrix.cache", [](const BenchOptions& options) {
  auto s = std::make_shared<Setup>(kInCache);
  auto out = std::make_shared<std::vector<std::int32_t>>(s->rows.rows() * s->rows.rows());
  return BenchCase{"synapses/s",
                   s->synapses() * static_cast<double>(s->rows.rows()),
                   0.7,
                   [s, out, &options] { dots(s->rows, s->rows, *out, options.threads); },
                   {{"bare popcount of as many words", [s] {
                       for (std::size_t r = 0; r < s->rows.rows(); ++r) keep(bare_popcount(s->rows.words()));
                     }}}};
});

}  // namespace
}  // namespace bitbasin::dot_perf
