// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/rng/uniform.h"
#include "bitbasin/sat/formula.h"

namespace bitbasin {

// Every solution of a formula with few variables, bit i of a number for variable i: a plain double loop, for
// tests.
inline std::vector<std::uint32_t> enumerate_solutions(const Formula& formula) {
  struct Masks {
    std::uint32_t positive = 0, negative = 0;
  };
  std::vector<Masks> clauses;
  for (std::size_t a = 0; a < formula.clauses(); ++a) {
    Masks masks;
    for (const Literal literal : formula.clause(a)) {
      (is_negated(literal) ? masks.negative : masks.positive) |= std::uint32_t{1} << variable_of(literal);
    }
    clauses.push_back(masks);
  }
  std::vector<std::uint32_t> solutions;
  for (std::uint32_t w = 0; w < std::uint32_t{1} << formula.variables; ++w) {
    bool good = true;
    for (const Masks& m : clauses) good = good && ((w & m.positive) | (~w & m.negative)) != 0;
    if (good) solutions.push_back(w);
  }
  return solutions;
}

// log sum_W exp(gamma W . W~) over the solutions, and the mean of every W_i.
struct ExactMeasure {
  double free_entropy = 0;
  std::vector<double> mean;
};

inline ExactMeasure exact_measure(const std::vector<std::uint32_t>& solutions, const BitVector& reference,
                                  double gamma) {
  const std::size_t n = reference.size();
  ExactMeasure result{0, std::vector<double>(n)};
  const auto center = static_cast<std::uint32_t>(reference.words()[0]);
  double total = 0;
  for (const std::uint32_t w : solutions) {
    const double same = static_cast<double>(n) - 2.0 * std::popcount(w ^ center);
    const double weight = std::exp(gamma * same);
    total += weight;
    for (std::size_t i = 0; i < n; ++i) result.mean[i] += w >> i & 1 ? weight : -weight;
  }
  for (double& m : result.mean) m /= total;
  result.free_entropy = std::log(total);
  return result;
}

// A formula without loops: each clause but the first joins one variable of those before to new ones.
inline Formula tree_formula(std::size_t clauses, std::size_t k, std::uint64_t seed) {
  Stream stream(seed, purpose("test.tree"));
  Formula formula;
  formula.variables = static_cast<std::uint32_t>(1 + clauses * (k - 1));
  std::uint32_t used = 1;
  for (std::size_t a = 0; a < clauses; ++a) {
    std::vector<Literal> clause{
        make_literal(static_cast<std::uint32_t>(uniform_below(stream, used)), uniform_below(stream, 2) == 1)};
    while (clause.size() < k) clause.push_back(make_literal(used++, uniform_below(stream, 2) == 1));
    formula.add_clause(clause);
  }
  return formula;
}

// The first variables by the bits of a number, all others -1.
inline BitVector small_configuration(std::size_t n, std::uint64_t bits) {
  BitVector w(n);
  w.words()[0] = bits;
  w.clear_padding();
  return w;
}

}  // namespace bitbasin
