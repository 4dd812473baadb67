// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bitbasin/json/json.h"
#include "bitbasin/reproduce/claim.h"
#include "bitbasin/store/store.h"
#include "bitbasin/sweep/plan.h"
#include "bitbasin/sweep/sweep_run.h"

namespace bitbasin {

// A request to measure claims again.
struct Reproduction {
  ClaimSetup setup;
  std::vector<const Claim*> claims;
};

// For the named claims; for all if none is named.
Reproduction reproduction_of(const ClaimSetup& setup, const std::vector<std::string>& ids);

// Its tasks as one sweep: tasks that several claims need occur once, and the longest come first.
SweepPlan plan_of(const Reproduction& asked);

// Runs what the store does not have, on threads of this process and on other ranks, if there are any.
SweepEnd run_reproduction(const SweepPlan& plan, Store& store, int threads, const Transport* ranks,
                          RunControl& control);

// The last reproduction requested of a store, from the records of its runs; nothing if there was none.
std::optional<Reproduction> last_reproduction(Store& store);

struct JudgedClaim {
  const Claim* claim;
  ClaimResult result;
};

// A reproduction and its verdicts, which the terminal, the JSON object and the page show.
struct JudgedReproduction {
  ClaimSetup setup;
  std::vector<JudgedClaim> claims;
};
JudgedReproduction judge(const Reproduction& asked, const Results& results);

// The keys of a judged claim. web/src/data.ts reads them.
Json to_json(const JudgedClaim& judged, const ClaimSetup& setup);

// The command that reproduces a claim: "bitbasin reproduce walk --seed 2".
std::string command_for(const Claim& claim, const ClaimSetup& setup);

}  // namespace bitbasin
