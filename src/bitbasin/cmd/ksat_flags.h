// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/cmd/session.h"
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

// The formula that the flags and the seed name.
Formula generate_formula(const KsatFlags& flags, const Session& session);

// Sets n, alpha and clauses.
void describe_formula(const Formula& formula, Json& result);

}  // namespace bitbasin
