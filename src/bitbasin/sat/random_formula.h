// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/sat/formula.h"

namespace bitbasin {

// What defines a random K-SAT formula, apart from its seed.
struct RandomFormula {
  std::int64_t n = 1000;
  int k = 3;
  std::optional<double> alpha;
  std::optional<std::int64_t> clauses;
};
const OptionTable<RandomFormula>& random_formula_options();

// The number of clauses. Fails unless exactly one of alpha and clauses is given.
std::size_t constraints_of(const RandomFormula& random);

Formula generate(const RandomFormula& random, std::uint64_t seed, int threads);

}  // namespace bitbasin
