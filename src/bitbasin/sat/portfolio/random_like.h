// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/sat/formula.h"

namespace bitbasin {

// Whether a prepared formula looks like uniform random K-SAT, K of at least 3: clauses of one length, as many
// negated literals as others, and numbers of occurrences that spread as if variables were drawn at random.
bool looks_random(const Formula& formula);

}  // namespace bitbasin
