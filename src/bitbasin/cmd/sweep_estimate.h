// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/store_flags.h"
#include "bitbasin/sweep/plan.h"
#include "bitbasin/terminal/session.h"

namespace bitbasin {

// Prints the cells of a plan, how much of each the store lacks, and how long that may take; sets the same
// keys in the JSON object.
ExitCode show_estimate(const SweepPlan& plan, const StoreFlags& flags, bool retry_failed, Session& session);

}  // namespace bitbasin
