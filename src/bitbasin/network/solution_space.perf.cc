// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/solution_space.h"

#include <memory>

#include "bitbasin/bench/bench.h"
#include "bitbasin/network/classify.h"
#include "bitbasin/network/toy_network.test.h"

namespace bitbasin::solution_space_perf {
namespace {

// The size of the paper's walk: 330 units of 501 inputs, 60000 patterns that the network is made to answer.
struct Setup {
  CommitteeArray network = random_network({501, 11, 30, 10}, 1);
  BitMatrix patterns = random_patterns(60000, 501, 0.33, 2);
  std::vector<std::uint16_t> labels = classify(network, patterns, 1);
  std::unique_ptr<SolutionSpace> space;

  PatternSet set() const { return {&patterns, labels}; }

  Setup() {
    // Patterns whose answer is a tie are no part of a solution.
    std::vector<std::uint16_t> kept;
    BitMatrix rows(60000, 501);
    for (std::size_t r = 0; r < labels.size(); ++r) {
      const auto sums = label_sums(network, pattern(patterns, r, 1));
      if (label_margin(sums, labels[r]) <= 0) continue;
      std::ranges::copy(patterns.row(r), rows.row(kept.size()).begin());
      kept.push_back(labels[r]);
    }
    patterns = BitMatrix(kept.size(), 501);
    for (std::size_t r = 0; r < kept.size(); ++r) {
      std::ranges::copy(rows.row(r), patterns.row(r).begin());
    }
    labels = kept;
    space = std::make_unique<SolutionSpace>(network, set());
  }
};

const RegisterBenchmark kDensity("network.walk.density", [](const BenchOptions&) {
  auto s = std::make_shared<Setup>();
  return BenchCase{
      "flips/s",
      static_cast<double>(s->space->variables()),
      1,
      [s] {
        std::size_t allowed = 0;
        for (std::size_t i = 0; i < s->space->variables(); ++i) allowed += s->space->allows(i);
        keep(allowed);
      },
      {{"one evaluation of all patterns", [s] { keep(evaluate(s->network, s->set(), 1).errors); }}}};
});

}  // namespace
}  // namespace bitbasin::solution_space_perf
