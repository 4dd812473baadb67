// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/store/row.h"
#include "bitbasin/sweep/plan.h"

namespace bitbasin {

// The record of a run that starts now in this process: version, commit, CPU, SIMD level.
RunRecord provenance(const SweepPlan& plan, int threads, int ranks);

}  // namespace bitbasin
