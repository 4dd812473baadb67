// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/cmd/store_flags.h"
#include "bitbasin/sweep/plan.h"
#include "bitbasin/terminal/session.h"

namespace bitbasin {

// Prints the cells of a plan, what of them the store does not have, and how long that may take; sets the keys
// of the object to the same.
ExitCode show_estimate(const SweepPlan& plan, const StoreFlags& flags, bool retry_failed, Session& session);

}  // namespace bitbasin
