// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/reproduction.h"

#include <gmock/gmock.h>

#include <set>

#include "bitbasin/reproduce/made_up_store.test.h"

namespace bitbasin {
namespace {

TEST(Reproduction, RunsWhatSeveralClaimsNeedOnce) {
  std::vector<const Claim*> all;
  for (const Claim& c : claims()) all.push_back(&c);
  const SweepPlan plan = plan_of(all, {});
  std::set<std::string> known;
  for (const Cell& cell : plan.cells) EXPECT_TRUE(known.insert(identity(cell.task)).second) << cell.label;
  for (const Claim& c : claims()) {
    for (const Cell& cell : c.cells({})) EXPECT_TRUE(known.contains(identity(cell.task))) << cell.label;
  }
}

// Annealing on 4-SAT is asked for by two claims, with the same instances.
TEST(Reproduction, TakesTheLargerNumberOfInstances) {
  const Claim many{
      "many", "", "", [](const ClaimSetup&) { return std::vector{cell_of("theory", {}, 1)}; }, {}};
  Claim more = many;
  more.cells = [](const ClaimSetup&) { return std::vector{cell_of("theory", {}, 3)}; };
  const Claim* both[] = {&many, &more};
  const SweepPlan plan = plan_of(both, {});
  ASSERT_EQ(plan.cells.size(), 1u);
  EXPECT_EQ(plan.cells[0].rule.first, 3u);
}

TEST(Reproduction, BeginsWithTheLargestNetwork) {
  const Claim* chosen[] = {&claim("equilibrium-capacity"), &claim("mnist-small"), &claim("mnist-large")};
  const SweepPlan plan = plan_of(chosen, {});
  EXPECT_EQ(plan.cells.front().task.parameters.at("k1"), 81);
  EXPECT_EQ(plan.cells.back().task.kind->name, "theory equilibrium");
}

TEST(Reproduction, IsFoundInAStoreAgain) {
  MadeUpStore quick({Profile::quick, 7}), full({Profile::full, 3});
  EXPECT_EQ(last_setup(quick.store())->profile, Profile::quick);
  EXPECT_EQ(last_setup(quick.store())->seed, 7u);
  EXPECT_EQ(last_setup(full.store())->profile, Profile::full);
  const TempFolder folder;
  Store sweeps = Store::open(folder.path("runs.db"));
  RunRecord run;
  run.identity = "a sweep";
  run.file = "capacity.toml";
  sweeps.add_run(run);
  EXPECT_FALSE(last_setup(sweeps));
}

}  // namespace
}  // namespace bitbasin
