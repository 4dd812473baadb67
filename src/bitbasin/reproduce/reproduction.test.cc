// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/reproduction.h"

#include <gmock/gmock.h>

#include <set>

#include "bitbasin/reproduce/made_up_store.test.h"

namespace bitbasin::reproduction_test {
namespace {

TEST(Reproduction, RunsWhatSeveralClaimsNeedOnce) {
  const SweepPlan plan = plan_of(reproduction_of({}, {}));
  std::set<std::string> known;
  for (const Cell& cell : plan.cells) EXPECT_TRUE(known.insert(identity(cell.task)).second) << cell.label;
  for (const Claim& c : claims()) {
    for (const Cell& cell : c.cells({})) EXPECT_TRUE(known.contains(identity(cell.task))) << cell.label;
  }
}

// Two claims need annealing on 4-SAT, with the same instances.
TEST(Reproduction, TakesTheLargerNumberOfInstances) {
  const Claim many{
      "many", "", "", [](const ClaimSetup&) { return std::vector{cell_of("theory", {}, 1)}; }, {}};
  Claim more = many;
  more.cells = [](const ClaimSetup&) { return std::vector{cell_of("theory", {}, 3)}; };
  const SweepPlan plan = plan_of({{}, {&many, &more}});
  ASSERT_EQ(plan.cells.size(), 1u);
  EXPECT_EQ(plan.cells[0].rule.first, 3u);
}

TEST(Reproduction, BeginsWithTheLargestNetwork) {
  const SweepPlan plan = plan_of(reproduction_of({}, {"equilibrium-capacity", "mnist-small", "mnist-large"}));
  EXPECT_EQ(plan.cells.front().task.parameters.at("k1"), 81);
  EXPECT_EQ(plan.cells.back().task.kind->name, "theory equilibrium");
}

TEST(Reproduction, IsFoundInAStoreAgain) {
  MadeUpStore quick({Profile::quick, 7}), full({Profile::full, 3});
  EXPECT_EQ(last_reproduction(quick.store())->setup.profile, Profile::quick);
  EXPECT_EQ(last_reproduction(quick.store())->setup.seed, 7u);
  EXPECT_EQ(last_reproduction(quick.store())->claims.size(), claims().size());
  EXPECT_EQ(last_reproduction(full.store())->setup.profile, Profile::full);
  const TempFolder folder;
  Store sweeps = Store::open(folder.path("runs.db"));
  RunRecord run;
  run.identity = "a sweep";
  run.file = "capacity.toml";
  sweeps.add_run(run);
  EXPECT_FALSE(last_reproduction(sweeps));
}

// Records a request for a reproduction, as a store does.
void record(Store& store, const Reproduction& asked, const char* started) {
  const SweepPlan plan = plan_of(asked);
  RunRecord run;
  run.identity = std::string(started) + plan.file + plan.text;
  run.started = started;
  run.file = plan.file;
  run.plan = plan.text;
  run.seed = plan.seed;
  store.add_run(run);
}

TEST(Reproduction, LastIsTheOneThatWasStartedLast) {
  const TempFolder folder;
  Store store = Store::open(folder.path("runs.db"));
  record(store, reproduction_of({Profile::quick, 1}, {"walk"}), "2026-01-01T12:00:00Z");
  record(store, reproduction_of({Profile::full, 2}, {"y-star", "walk"}), "2026-01-03T12:00:00Z");
  record(store, reproduction_of({Profile::quick, 3}, {}), "2026-01-02T12:00:00Z");  // of a store merged later
  const auto last = last_reproduction(store);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->setup.profile, Profile::full);
  EXPECT_EQ(last->setup.seed, 2u);
  EXPECT_THAT(last->claims, ::testing::ElementsAre(&claim("y-star"), &claim("walk")));
  // Within the same second the later record counts.
  record(store, reproduction_of({Profile::quick, 1}, {"walk"}), "2026-01-03T12:00:00Z");
  EXPECT_EQ(last_reproduction(store)->setup.seed, 1u);
}

TEST(Reproduction, EveryKeyOfAClaimIsWritten) {
  const ClaimResult measured{Verdict::partly, "3 of 4", Interval{0.25, 0.5}, "one is missing"};
  const Json json = to_json({&claim("walk"), measured}, {Profile::full, 2});
  EXPECT_EQ(json.at("id"), "walk");
  EXPECT_EQ(json.at("statement"), claim("walk").statement);
  EXPECT_EQ(json.at("paper"), claim("walk").paper);
  EXPECT_EQ(json.at("measured"), "3 of 4");
  EXPECT_EQ(json.at("interval"), Json({0.25, 0.5}));
  EXPECT_EQ(json.at("verdict"), "partly");
  EXPECT_EQ(json.at("why"), "one is missing");
  EXPECT_EQ(json.at("command"), "bitbasin reproduce walk --profile full --seed 2");
  EXPECT_TRUE(to_json({&claim("walk"), {}}, {}).at("interval").is_null());
}

}  // namespace
}  // namespace bitbasin::reproduction_test
