// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "bitbasin/json/json.h"
#include "bitbasin/theory/curve.h"

namespace bitbasin {

// A point of the theory by the keys of `theory --json`; NaN where a key does not apply.
Json to_json(const TheoryPoint& point, LabelSource task);

// Fails where the solutions have no entropy left.
void check_theory_alpha(double alpha, LabelSource task);

// Typical solutions at alpha, by default where their entropy is 0: the keys of `theory equilibrium`.
Json equilibrium_keys(LabelSource task, std::optional<double> alpha);

}  // namespace bitbasin
