// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/algorithms.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <ostream>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/enumerate.test.h"

namespace bitbasin::algorithms_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

struct Case {
  const char* spec;
  double alpha;  // random labels that it learns at the first try
};

void PrintTo(const Case& tested, std::ostream* out) {
  *out << tested.spec;
}

// What every solver guarantees.
class EverySolver : public ::testing::TestWithParam<Case> {
 protected:
  static SolveResult run(const PerceptronInstance& instance, SolveSetup setup, RunControl& control) {
    return read_solver<PerceptronInstance>(GetParam().spec).solve(instance, setup, control);
  }
  static SolveResult run(const PerceptronInstance& instance, SolveSetup setup = {}, RunLimits limits = {}) {
    RunControl control(limits);
    return run(instance, setup, control);
  }
};

TEST_P(EverySolver, SolvesWithItsDefaults) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const PerceptronInstance instance = random_instance(501, pattern_count(501, GetParam().alpha), seed);
    const SolveResult result = run(instance, {seed, 1});
    EXPECT_TRUE(result.solved());
    EXPECT_EQ(count_violations(instance, result.configuration), 0u);
    EXPECT_GT(result.iterations, 0u);
  }
}

TEST_P(EverySolver, AnswersAreAmongTheEnumeratedSolutions) {
  int solvable = 0, solved = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const PerceptronInstance instance = random_instance(15, 7, seed);
    const auto solutions = enumerate_solutions(instance);
    const SolveResult result = run(instance, {seed, 1}, {.work = 200'000});
    solvable += !solutions.empty();
    solved += result.solved();
    EXPECT_EQ(result.solved(), std::ranges::binary_search(solutions, as_number(result.configuration)));
  }
  EXPECT_GE(solvable, 15);
  EXPECT_GE(solved, solvable - 2);
}

TEST_P(EverySolver, SameWeightsForAllThreadsAndSimdLevels) {
  const PerceptronInstance instance = random_instance(1501, 900, 9);
  const RunLimits limits{.work = 900 * 150};  // enough to differ if anything can
  const SolveResult expected = run(instance, {}, limits);
  for_every_simd_level([&](std::string_view) {
    for (const int threads : {1, 2}) {
      const SolveResult result = run(instance, {1, threads}, limits);
      EXPECT_EQ(result.configuration, expected.configuration);
      EXPECT_EQ(result.iterations, expected.iterations);
      EXPECT_EQ(result.violations, expected.violations);
    }
  });
}

TEST_P(EverySolver, StopsAtItsBudgetWithTheBestSoFar) {
  const PerceptronInstance instance = random_instance(501, 375, 2);
  RunControl control({.work = 375 * 20});
  const SolveResult result = run(instance, {}, control);
  EXPECT_EQ(control.stop_reason(), StopReason::budget);
  EXPECT_GT(control.spent(), 375u * 16);
  EXPECT_FALSE(result.solved());
  EXPECT_EQ(result.violations, count_violations(instance, result.configuration));
}

TEST_P(EverySolver, StopsWhenCancelled) {
  const PerceptronInstance instance = random_instance(501, 350, 2);
  const std::atomic<bool> cancelled = true;
  const SolveResult result = run(instance, {}, {.cancelled = &cancelled});
  EXPECT_EQ(result.iterations, 0u);
  EXPECT_EQ(result.violations, count_violations(instance, result.configuration));
}

TEST_P(EverySolver, NoPatternsAreSolvedAtOnce) {
  EXPECT_TRUE(run(random_instance(11, 0, 1)).solved());
}

TEST_P(EverySolver, TheCanonicalSpecNamesEveryOptionAndReadsBack) {
  const Solver<PerceptronInstance> solver = read_solver<PerceptronInstance>(GetParam().spec);
  // Left out at their defaults: accuracy and ramp; kinds of noise.
  const bool learns = solver.name == "sbpi" || solver.name == "cpr";
  const std::size_t younger = solver.name == "rbp" ? 2 : learns ? 4 : 0;
  EXPECT_EQ(parse_spec(solver.canonical).options.size() + younger,
            find_algorithm<PerceptronInstance>(solver.name).options.size());
  EXPECT_EQ(read_solver<PerceptronInstance>(solver.canonical).canonical, solver.canonical);
  EXPECT_EQ(read_solver<PerceptronInstance>(solver.canonical).shortest, GetParam().spec);
}

INSTANTIATE_TEST_SUITE_P(Perceptron, EverySolver,
                         ::testing::Values(Case{"rbp", 0.6}, Case{"auto", 0.6}, Case{"fbp", 0.6},
                                           Case{"rms", 0.6}, Case{"sbpi", 0.6}, Case{"cpr", 0.6},
                                           Case{"sbpi:schedule=constant", 0.6},
                                           Case{"cpr:schedule=constant", 0.6}, Case{"edmc", 0.6},
                                           Case{"edmc:mode=heuristic", 0.3}, Case{"edmc:mode=batch", 0.5},
                                           Case{"edmc:mode=predicted", 0.3}, Case{"edmc:mode=plain", 0.2},
                                           Case{"sa", 0.3}, Case{"sa:energy=errors", 0.1}),
                         [](const auto& tested) {
                           std::string name = tested.param.spec;
                           std::ranges::replace_if(
                               name, [](char c) { return c == ':' || c == '='; }, '_');
                           return name;
                         });

// Every algorithm knows every constraint; the loads are such that all solve them at the first try.
TEST(PerceptronAlgorithms, SolveUnderEveryConstraint) {
  const std::pair<Constraint, double> problems[] = {{{ConstraintKind::sign, 0.5}, 0.2},
                                                    {{ConstraintKind::sign, -0.5}, 0.6},
                                                    {{ConstraintKind::symmetric, 1}, 1.0},
                                                    {{ConstraintKind::symmetric, 2}, 3}};
  for (const auto& [constraint, alpha] : problems) {
    const PerceptronInstance instance =
        with_constraint(random_instance(301, pattern_count(301, alpha), 3), constraint);
    for (const char* spec : {"rbp", "fbp", "rms", "sbpi", "cpr", "edmc", "edmc:mode=batch"}) {
      RunControl control({.work = 30'000'000});
      const SolveResult result = read_solver<PerceptronInstance>(spec).solve(instance, {}, control);
      EXPECT_TRUE(result.solved()) << spec << " " << to_string(constraint.kind) << " " << constraint.kappa;
      EXPECT_EQ(count_violations(instance, result.configuration), result.violations) << spec;
    }
  }
}

TEST(PerceptronAlgorithms, AnswersUnderConstraintsAreAmongTheEnumeratedOnes) {
  for (const Constraint& constraint : {Constraint{ConstraintKind::sign, 0.6},
                                       {ConstraintKind::sign, -0.4},
                                       {ConstraintKind::symmetric, 0.9}}) {
    int solvable = 0, solved = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      const PerceptronInstance instance = with_constraint(random_instance(13, 6, seed), constraint);
      const auto solutions = enumerate_solutions(instance);
      for (const char* spec : {"rbp", "rms", "sbpi", "cpr", "edmc", "sa"}) {
        RunControl control({.work = 100'000});
        const SolveResult result = read_solver<PerceptronInstance>(spec).solve(instance, {seed, 1}, control);
        solvable += !solutions.empty();
        solved += result.solved();
        EXPECT_EQ(result.solved(), std::ranges::binary_search(solutions, as_number(result.configuration)))
            << spec;
        EXPECT_EQ(result.violations, count_violations(instance, result.configuration)) << spec;
      }
    }
    EXPECT_GE(solvable, 24);
    EXPECT_GE(solved, solvable * 3 / 4);
  }
}

// A run that stops halfway would show any difference.
TEST(PerceptronAlgorithms, ATubeGivesTheSameWeightsForAllThreadsAndSimdLevels) {
  const PerceptronInstance instance =
      with_constraint(random_instance(1501, 1500, 9), {ConstraintKind::symmetric, 1});
  for (const char* spec : {"rbp", "cpr"}) {
    const auto run = [&](int threads) {
      RunControl control({.work = 3000 * 80});
      return read_solver<PerceptronInstance>(spec).solve(instance, {1, threads}, control);
    };
    const SolveResult expected = run(1);
    for_every_simd_level(
        [&](std::string_view) { EXPECT_EQ(run(2).configuration, expected.configuration) << spec; });
  }
}

TEST(PerceptronAlgorithms, AllButAnnealingFindATeacher) {
  const PerceptronInstance instance = teacher_instance(501, 1002, 4);
  for (const char* name : {"rbp", "rms", "sbpi", "cpr", "edmc"}) {
    RunControl control;
    const SolveResult result = read_solver<PerceptronInstance>(name).solve(instance, {}, control);
    EXPECT_TRUE(result.solved()) << name;
    EXPECT_EQ(result.configuration, *instance.teacher) << name;
  }
}

TEST(PerceptronAlgorithms, RefusesUnknownNamesAndOptions) {
  EXPECT_THAT([] { find_algorithm<PerceptronInstance>("bp"); },
              ThrowsMessage<Error>(HasSubstr("rbp, auto, fbp, rms, sbpi, cpr, edmc, sa")));
  EXPECT_THAT([] { read_solver<PerceptronInstance>("rbp:speed=1"); },
              ThrowsMessage<Error>(HasSubstr("rate")));
}

}  // namespace
}  // namespace bitbasin::algorithms_test
