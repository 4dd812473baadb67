// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "bitbasin/json/json.h"
#include "bitbasin/models/constraint.h"
#include "bitbasin/task/theory_options.h"
#include "bitbasin/theory/curve.h"

namespace bitbasin {

// A point of the theory by the keys of `theory --json`; NaN if a key does not apply.
Json to_json(const TheoryPoint& point, LabelSource task);

// Fails if the entropy of the solutions is not positive.
void check_theory_alpha(double alpha, LabelSource task);

// A question about typical solutions.
struct EquilibriumParameters {
  TheoryOptions theory;
  std::optional<double> alpha;  // by default, where their entropy is 0
  ConstraintOptions constraint;
  std::int64_t units = 1;
  bool tree = false;
};
const OptionTable<EquilibriumParameters>& equilibrium_options();

// Fails if the parameters contradict each other.
void check(const EquilibriumParameters& parameters);

// The keys of `theory equilibrium`.
Json equilibrium_keys(const EquilibriumParameters& parameters);

}  // namespace bitbasin
