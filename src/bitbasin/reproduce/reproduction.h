// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bitbasin/reproduce/claim.h"
#include "bitbasin/store/store.h"
#include "bitbasin/sweep/plan.h"

namespace bitbasin {

// The runs of some claims as one sweep: what several need is there once, and what takes longest comes first.
SweepPlan plan_of(std::span<const Claim* const> chosen, const ClaimSetup& setup);

// How the store's last reproduction was set up; nothing where there was none.
std::optional<ClaimSetup> last_setup(Store& store);

}  // namespace bitbasin
