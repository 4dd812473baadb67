// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/label_source.h"
#include "bitbasin/base/options.h"

namespace bitbasin {

// The options of every theory command.
struct TheoryOptions {
  LabelSource task = LabelSource::classify;
};
const OptionTable<TheoryOptions>& theory_option_table();

// Distances and alphas that the theory covers. Distances below 1e-4 were never checked.
inline constexpr Range<double> kDistanceRange{1e-4, 0.45};
inline constexpr Range<double> kAlphaRange{0, 1.6, true};

inline constexpr const char* kStabilityMeaning =
    "also compute whether the symmetry of replicas is locally stable: the replicon eigenvalues";

}  // namespace bitbasin
