// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/run_control.h"
#include "bitbasin/json/json.h"
#include "bitbasin/network/committee_array.h"
#include "bitbasin/network/pattern_set.h"
#include "bitbasin/search/walk.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Walks over the networks without training errors, and evaluates each point on unseen patterns. Sets n,
// patterns, points and end_errors, which comes from a fresh evaluation of the end: 0 for a solution.
void walk_network(const CommitteeArray& network, const PatternSet& learnt, const PatternSet& unseen,
                  const WalkOptions& flags, const SolveSetup& setup, RunControl& control, Json& keys,
                  const OnWalkPoint& on_point = {});

}  // namespace bitbasin
