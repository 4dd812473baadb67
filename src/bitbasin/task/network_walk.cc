// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/network_walk.h"

#include "bitbasin/network/classify.h"
#include "bitbasin/network/solution_space.h"
#include "bitbasin/search/walk.h"
#include "bitbasin/task/walk_keys.h"

namespace bitbasin {

void walk_network(const CommitteeArray& network, const PatternSet& learnt, const PatternSet& unseen,
                  const WalkOptions& flags, const SolveSetup& setup, RunControl& control, Json& keys,
                  const OnWalkPoint& on_point) {
  SolutionSpace space(network, learnt);
  keys["n"] = space.variables();
  keys["patterns"] = learnt.images();
  Json points = Json::array();
  const auto times = walk_times(space.variables(), flags.sweeps, flags.points);
  Stream stream(setup.seed, purpose("walk"));
  walk(space, times, stream, control, [&](const WalkPoint& at) {
    const double error = evaluate(space.network(), unseen, setup.threads).error();
    points.push_back(to_json(at, error));
    if (on_point) on_point(at, error);
  });
  keys["points"] = std::move(points);
  keys["end_errors"] = evaluate(space.network(), learnt, setup.threads).strict_errors;
}

}  // namespace bitbasin
