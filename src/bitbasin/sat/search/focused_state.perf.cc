// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/search/focused_state.h"

#include <memory>

#include "bitbasin/bench/bench.h"
#include "bitbasin/rng/uniform.h"
#include "bitbasin/sat/random_ksat.h"
#include "bitbasin/sat/search/probsat.h"

namespace bitbasin::focused_state_perf {
namespace {

constexpr std::uint64_t kFlips = 200'000;

// probSAT, cut after some flips, against flips of random variables with the same bookkeeping.
BenchCase flips() {
  const auto formula = std::make_shared<Formula>(random_ksat(10'000, 42'000, 3, 1));
  const auto state = std::make_shared<FocusedState>(*formula, FocusedState::Makes::ignored);
  return {"flips/s",
          static_cast<double>(kFlips),
          0.3,
          [formula] {
            RunControl control({.work = kFlips});
            keep(solve(*formula, ProbsatOptions{}, SolveSetup{}, control));
          },
          {{"flips of random variables", [state] {
              Stream stream(1, purpose("perf"));
              for (std::uint64_t t = 0; t < kFlips; ++t) state->flip(uniform_below(stream, 10'000));
            }}}};
}

const RegisterBenchmark kProbsat("sat.probsat.flips", [](const BenchOptions&) { return flips(); });

}  // namespace
}  // namespace bitbasin::focused_state_perf
