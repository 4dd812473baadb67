// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/random_ksat.h"

#include <algorithm>
#include <span>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/data/memory_limit.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/rng/uniform.h"
#include "bitbasin/solve/constraint_count.h"

namespace bitbasin {

namespace {

void check_sizes(std::uint32_t variables, std::size_t clauses, std::uint32_t k) {
  if (variables < 1 || variables > kMostVariables) {
    fail("expected N, the number of variables, from 1 to {}, got {}", kMostVariables, variables);
  }
  if (k < 1 || k > variables) {
    fail("expected K, the number of variables per clause, from 1 to N = {}, got {}", variables, k);
  }
  if (clauses > kMostLiterals / k) {
    fail("expected at most {} literals, but {} clauses of {} have more", kMostLiterals, clauses, k);
  }
  const double words = static_cast<double>(clauses) * (k + 1.0);
  expect_memory(words * sizeof(std::uint32_t),
                fmt::format("a formula of {} clauses of {} literals", clauses, k));
}

// One word of the stream gives variable and sign: a number below 2 N. A variable that the clause already has
// is drawn again; all sets, and all orders of a set, stay equally likely.
void draw_clause(Stream stream, std::uint32_t variables, std::span<Literal> clause) {
  for (std::size_t i = 0; i < clause.size(); ++i) {
    const auto earlier = clause.first(i);
    do {
      clause[i] = static_cast<Literal>(uniform_below(stream, 2 * std::uint64_t{variables}));
    } while (std::ranges::find(earlier, variable_of(clause[i]), variable_of) != earlier.end());
  }
}

}  // namespace

std::size_t clause_count(std::uint32_t variables, double alpha) {
  return constraint_count(variables, alpha, "clauses per variable");
}

Formula random_ksat(std::uint32_t variables, std::size_t clauses, std::uint32_t k, std::uint64_t seed,
                    int threads) {
  check_sizes(variables, clauses, k);
  Formula formula;
  formula.variables = variables;
  formula.offsets.resize(clauses + 1);
  formula.literals.resize(clauses * k);
  constexpr std::size_t kGrain = 1024;  // clauses: some 100 microseconds of work
  parallel_ranges(clauses, kGrain, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t a = begin; a < end; ++a) {
      draw_clause(Stream(seed, purpose("sat.clauses"), a), variables,
                  std::span(formula.literals).subspan(a * k, k));
      formula.offsets[a + 1] = static_cast<std::uint32_t>((a + 1) * k);
    }
  });
  return formula;
}

}  // namespace bitbasin
