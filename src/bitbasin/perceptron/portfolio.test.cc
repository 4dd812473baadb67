// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/portfolio.h"

#include <gtest/gtest.h>

#include <set>

#include "bitbasin/base/error.h"
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/perceptron/checker.h"

namespace bitbasin::portfolio_test {
namespace {

SolveResult run(const std::string& spec, const PerceptronInstance& instance, SolveSetup setup = {},
                RunLimits limits = {}) {
  RunControl control(limits);
  return read_solver<PerceptronInstance>(spec).solve(instance, setup, control);
}

// The result of the first run of an algorithm alone.
void expect_begins_with(const std::string& name, const PerceptronInstance& instance, SolveSetup setup = {}) {
  const SolveResult alone = run(name, instance, setup), found = run("auto", instance, setup);
  EXPECT_EQ(found.found_by, name);
  EXPECT_EQ(found.configuration, alone.configuration);
  EXPECT_EQ(found.iterations, alone.iterations);
  EXPECT_EQ(found.fields, alone.fields);
}

TEST(PerceptronPortfolio, BeginsWithTheFastest) {
  expect_begins_with("cpr", random_instance(201, 120, 1));
  expect_begins_with("cpr", random_instance(1001, 650, 1));
  expect_begins_with("rbp", random_instance(201, 148, 1));  // close to the capacity
  expect_begins_with("rbp", teacher_instance(501, 1002, 1));
  expect_begins_with("rbp", random_instance(20001, 400, 1));  // too large for cpr, which no GPU knows
}

TEST(PerceptronPortfolio, BeginsWithMessagesIfTheyAreAskedFor) {
  const PerceptronInstance instance = random_instance(201, 120, 1);
  const SolveSetup wanted{.wants_fields = true};
  expect_begins_with("rbp", instance, wanted);
  expect_begins_with("rbp", instance, {.fields = run("auto", instance, wanted).fields});
  EXPECT_THROW(run("auto", instance, {.fields = {1, 2}}), Error);
  EXPECT_FALSE(run("auto", random_instance(51, 46, 2), wanted, {.work = 46 * 5000}).fields.empty());
}

TEST(PerceptronPortfolio, IsReinforcedBeliefPropagationUnderOtherConstraints) {
  const PerceptronInstance instance =
      with_constraint(random_instance(101, 150, 1), {ConstraintKind::symmetric, 1});
  const SolveResult alone = run("rbp", instance), found = run("auto", instance);
  ASSERT_TRUE(alone.solved());
  EXPECT_EQ(found.found_by, "rbp");
  EXPECT_EQ(found.configuration, alone.configuration);
  EXPECT_EQ(found.iterations, alone.iterations);
  EXPECT_EQ(found.restarts, alone.restarts);
}

TEST(PerceptronPortfolio, DividesTheTimeBySizeAndLoad) {
  EXPECT_GT(perceptron_shares(201, 0.75).fbp, perceptron_shares(201, 0.75).cpr);
  EXPECT_GT(perceptron_shares(1001, 0.75).cpr, perceptron_shares(1001, 0.75).fbp);
  EXPECT_GT(perceptron_shares(1001, 0.75).rms, 0);
  EXPECT_EQ(perceptron_shares(10001, 0.75).rms, 0);
  EXPECT_GT(perceptron_shares(10001, 0.76).fbp, perceptron_shares(10001, 0.76).cpr);
  EXPECT_EQ(perceptron_shares(100001, 0.76).cpr, 0);  // GPUs do not know it
}

// Its iterations and restarts are those of all, and it changes nothing.
TEST(PerceptronPortfolio, CanBeTraced) {
  const PerceptronInstance instance = random_instance(51, 46, 2);  // no solution
  const RunLimits limits{.work = 46 * 5000};
  SolveSetup traced;
  std::uint64_t last = 0, restart = 0;
  traced.on_iteration = [&](const TracePoint& point) {
    EXPECT_GT(point.iteration, last);
    EXPECT_GE(point.restart, restart);
    last = point.iteration;
    restart = point.restart;
  };
  const SolveResult found = run("auto", instance, traced, limits),
                    untraced = run("auto", instance, {}, limits);
  EXPECT_EQ(last, found.iterations);
  EXPECT_EQ(restart, found.restarts);
  EXPECT_GT(restart, 1u);
  EXPECT_EQ(found.configuration, untraced.configuration);
  EXPECT_EQ(found.iterations, untraced.iterations);
}

TEST(PerceptronPortfolio, LetsOthersSolveWhatIsLeft) {
  std::set<std::string> finders;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const PerceptronInstance instance = random_instance(101, 75, seed);
    const SolveResult found = run("auto", instance, {seed}, {.work = 1'000'000});
    EXPECT_EQ(found.violations, count_violations(instance, found.configuration));
    EXPECT_EQ(found.found_by.empty(), !found.solved());
    finders.insert(found.found_by);
  }
  EXPECT_GE(finders.size(), 2u);
}

TEST(PerceptronPortfolio, IsTheSameRunEveryTime) {
  const PerceptronInstance instance = random_instance(101, 90, 3);  // no solution
  for (const std::uint64_t budget : {50'000u, 400'000u}) {
    const SolveResult first = run("auto", instance, {2}, {.work = budget}),
                      again = run("auto", instance, {2, 2}, {.work = budget});
    EXPECT_EQ(first.configuration, again.configuration);
    EXPECT_EQ(first.iterations, again.iterations);
    EXPECT_EQ(first.restarts, again.restarts);
  }
}

// One run at a time makes the same runs as all at once.
TEST(PerceptronPortfolio, RunsAreThoseOfTheAlgorithmAlone) {
  const PerceptronInstance instance = random_instance(51, 46, 2);  // no solution
  for (const char* spec : {"rbp:restarts=2", "fbp:restarts=2", "rms:restarts=2", "cpr:restarts=2,epochs=50",
                           "sbpi:restarts=2,epochs=50"}) {
    const SolveResult whole = run(spec, instance);
    std::uint64_t iterations = 0;
    std::size_t fewest = instance.patterns();
    for (std::uint64_t i = 0; i <= 2; ++i) {
      const SolveResult part = run(spec, instance, {.only_run = i});
      iterations += part.iterations;
      fewest = std::min(fewest, part.violations);
      EXPECT_EQ(part.restarts, i) << spec;
    }
    EXPECT_EQ(iterations, whole.iterations) << spec;
    EXPECT_EQ(fewest, whole.violations) << spec;
    EXPECT_GT(whole.violations, 0u) << spec;
  }
}

}  // namespace
}  // namespace bitbasin::portfolio_test
