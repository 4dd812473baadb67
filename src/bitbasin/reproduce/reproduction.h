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

// What somebody asked to have measured again.
struct Reproduction {
  ClaimSetup setup;
  std::vector<const Claim*> claims;
};

// Of the claims of these names; of all if none is named.
Reproduction reproduction_of(const ClaimSetup& setup, const std::vector<std::string>& ids);

// Its tasks as one sweep: what several claims need is there once, and what takes longest comes first.
SweepPlan plan_of(const Reproduction& asked);

// Runs what the store does not have, on threads of this process and on other ranks, if there are any.
SweepEnd run_reproduction(const SweepPlan& plan, Store& store, int threads, const Transport* ranks,
                          RunControl& control);

// The reproduction that a store was asked for last, by the records of its runs; nothing where there was none.
std::optional<Reproduction> last_reproduction(Store& store);

struct JudgedClaim {
  const Claim* claim;
  ClaimResult result;
};

// A reproduction and what came out: what the terminal, the JSON object and the page show.
struct JudgedReproduction {
  ClaimSetup setup;
  std::vector<JudgedClaim> claims;
};
JudgedReproduction judge(const Reproduction& asked, const Results& results);

// The keys of a judged claim. web/src/data.ts reads them.
Json to_json(const JudgedClaim& judged, const ClaimSetup& setup);

// The command that asks for a claim: "bitbasin reproduce walk --seed 2".
std::string command_for(const Claim& claim, const ClaimSetup& setup);

}  // namespace bitbasin
