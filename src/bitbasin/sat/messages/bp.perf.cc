// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/bp.h"

#include <memory>

#include "bitbasin/bench/bench.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::bp_perf {
namespace {

struct Setup {
  Formula formula;
  SatBp bp;
  std::vector<double> u;
  std::vector<double> field;
  AlignedArray<double> rows;
  AlignedArray<double> scratch;

  Setup(std::uint32_t n, double alpha, std::uint32_t k, int threads)
      : formula(random_ksat(n, clause_count(n, alpha), k, 1)),
        bp(formula, threads),
        u(formula.literals.size(), -0.1),
        field(n),
        rows(k * kClauseLanes),
        scratch(k * kClauseLanes) {
    Stream stream(1, purpose("perf"));
    bp.start(stream);
    for (int t = 0; t < 3; ++t) bp.sweep();
  }
};

// The same exponentials and logarithms on messages, literals and fields read and written in memory order: no
// look-ups and no dependencies.
void bare_sweep(Setup& s, std::size_t k) {
  const ClauseKernel kernel = clause_kernel();
  const std::size_t block = k * kClauseLanes;
  std::size_t v = 0;
  for (std::size_t e = 0; e + block <= s.u.size(); e += block) {
    for (std::size_t j = 0; j < block; ++j) {
      s.rows[j] = s.u[e + j] + static_cast<double>(s.formula.literals[e + j] & 1);
    }
    kernel(s.rows.data(), s.scratch.data(), k);
    for (std::size_t j = 0; j < block; ++j) s.u[e + j] = s.rows[j];
    // Each field is shared by K alpha messages, so this many cache lines of fields are read.
    for (std::size_t j = 0; j < block * s.field.size() / s.u.size(); ++j) {
      s.field[v] += s.rows[j];
      v = v + 1 < s.field.size() ? v + 1 : 0;
    }
  }
  keep(s.u);
}

BenchCase sweep(std::uint32_t n, double alpha, std::uint32_t k, int threads) {
  const auto s = std::make_shared<Setup>(n, alpha, k, threads);
  return {"messages/s",
          static_cast<double>(s->formula.literals.size()),
          0.3,
          [s] { keep(s->bp.sweep()); },
          {{"the same log and exp on streamed arrays", [s, k] { bare_sweep(*s, k); }}}};
}

BenchCase against_one_thread(std::uint32_t n, double alpha, std::uint32_t k) {
  const auto one = std::make_shared<Setup>(n, alpha, k, 1), two = std::make_shared<Setup>(n, alpha, k, 2);
  return {"messages/s",
          static_cast<double>(one->formula.literals.size()),
          1.7,
          [two] { keep(two->bp.sweep()); },
          {{"one thread", [one] { keep(one->bp.sweep()); }}}};
}

const RegisterBenchmark kSmall("sat.bp.sweep", [](const BenchOptions&) { return sweep(10'000, 8.0, 4, 1); });
const RegisterBenchmark kLarge("sat.bp.sweep-large",
                               [](const BenchOptions&) { return sweep(1'000'000, 4.0, 3, 1); });
const RegisterBenchmark kThreads("sat.bp.sweep-large.threads",
                                 [](const BenchOptions&) { return against_one_thread(1'000'000, 4.0, 3); });

}  // namespace
}  // namespace bitbasin::bp_perf
