// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/rng/philox.h"

#include <memory>
#include <vector>

#include "bitbasin/bench/bench.h"
#include "bitbasin/rng/bare_philox.perf.h"
#include "bitbasin/rng/bernoulli.h"

namespace bitbasin::philox_perf {
namespace {

constexpr std::size_t kWords = 1 << 14;  // 128 KiB, within the second-level cache

using Words = std::vector<std::uint64_t>;

BenchCase make(double goal, void (*run)(Stream&, Words&), double words_drawn, const char* floor) {
  auto words = std::make_shared<Words>(kWords);
  auto drawn = std::make_shared<Words>(static_cast<std::size_t>(kWords * words_drawn) / 4 * 4);
  return {"bytes/s",
          kWords * 8.0,
          goal,
          [words, run] {
            Stream stream(words->back(), purpose("bench.philox"));
            run(stream, *words);
          },
          {{floor, [drawn] { bare_philox(*drawn, drawn->back()); }}}};
}

constexpr const char* kBare = "bare Philox blocks of the same bytes";

const RegisterBenchmark kFill("rng.philox.fill", [](const BenchOptions&) {
  return make(
      0.9, [](Stream& s, Words& w) { s.fill(w); }, 1, kBare);
});

const RegisterBenchmark kNext("rng.philox.next", [](const BenchOptions&) {
  return make(
      0,
      [](Stream& s, Words& w) {
        for (auto& x : w) x = s.next();
      },
      1, kBare);
});

// A general p takes 7.3 words a word on average (the longest of 64 runs of equal digits).
const RegisterBenchmark kMask("rng.bernoulli.mask", [](const BenchOptions&) {
  return make(
      0, [](Stream& s, Words& w) { fill_bernoulli(s, 0.3, w); }, 7.3,
      "bare Philox blocks of the words drawn");
});

}  // namespace
}  // namespace bitbasin::philox_perf
