// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/sat/formula.h"

namespace bitbasin {

// How a random K-SAT formula is named, beside its seed.
struct RandomFormula {
  std::int64_t n = 1000;
  int k = 3;
  std::optional<double> alpha;
  std::optional<std::int64_t> clauses;
};
const OptionTable<RandomFormula>& random_formula_options();

// How many clauses there are. Fails unless that is said in one way, not in two.
std::size_t constraints_of(const RandomFormula& random);

// The formula of that name.
Formula generate(const RandomFormula& random, std::uint64_t seed, int threads);

}  // namespace bitbasin
