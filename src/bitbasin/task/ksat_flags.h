// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/data/json.h"
#include "bitbasin/sat/formula.h"

namespace bitbasin {

// The flags that choose a random K-SAT formula.
struct KsatFlags {
  std::int64_t n = 1000;
  int k = 3;
  std::optional<double> alpha;
  std::optional<std::int64_t> clauses;
};
const OptionTable<KsatFlags>& ksat_flag_table();

// How many clauses there are. Fails unless the flags say so in one way, not in two.
std::size_t clauses_of(const KsatFlags& flags);

// The formula that the flags and the seed name.
Formula generate_formula(const KsatFlags& flags, std::uint64_t seed, int threads);

// Sets n, alpha and clauses; with its length also k, the literals of the longest clause.
void describe_formula(const Formula& formula, Json& result);
void describe_formula_with_length(const Formula& formula, Json& result);

}  // namespace bitbasin
