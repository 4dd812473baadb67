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

namespace bitbasin {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

struct Solver {
  const char* spec;
  double alpha;  // random labels that it learns at the first try
};

void PrintTo(const Solver& solver, std::ostream* out) {
  *out << solver.spec;
}

// What every solver owes its callers.
class EverySolver : public ::testing::TestWithParam<Solver> {
 protected:
  static const PerceptronAlgorithm& algorithm() {
    return perceptron_algorithm(parse_spec(GetParam().spec).name);
  }
  static SolveResult run(const PerceptronInstance& instance, SolveSetup setup, RunControl& control) {
    return algorithm().solve(instance, parse_spec(GetParam().spec), setup, control);
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
    EXPECT_EQ(check_weights(instance, result.weights), 0u);
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
    EXPECT_EQ(result.solved(), std::ranges::binary_search(solutions, as_number(result.weights)));
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
      EXPECT_EQ(result.weights, expected.weights);
      EXPECT_EQ(result.iterations, expected.iterations);
      EXPECT_EQ(result.errors, expected.errors);
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
  EXPECT_EQ(result.errors, check_weights(instance, result.weights));
}

TEST_P(EverySolver, StopsWhenCancelled) {
  const PerceptronInstance instance = random_instance(501, 350, 2);
  const std::atomic<bool> cancelled = true;
  const SolveResult result = run(instance, {}, {.cancelled = &cancelled});
  EXPECT_EQ(result.iterations, 0u);
  EXPECT_EQ(result.errors, check_weights(instance, result.weights));
}

TEST_P(EverySolver, NoPatternsAreSolvedAtOnce) {
  EXPECT_TRUE(run(random_instance(11, 0, 1)).solved());
}

TEST_P(EverySolver, TheCanonicalSpecNamesEveryOptionAndReadsBack) {
  const PerceptronAlgorithm& a = algorithm();
  const std::string full = a.canonical(parse_spec(GetParam().spec));
  EXPECT_EQ(parse_spec(full).options.size(), a.options.size());
  EXPECT_EQ(a.canonical(parse_spec(full)), full);
}

INSTANTIATE_TEST_SUITE_P(Perceptron, EverySolver,
                         ::testing::Values(Solver{"rbp", 0.6}, Solver{"rms", 0.6}, Solver{"sbpi", 0.6},
                                           Solver{"cpr", 0.6}, Solver{"sbpi:schedule=constant", 0.6},
                                           Solver{"cpr:schedule=constant", 0.6}, Solver{"edmc", 0.6},
                                           Solver{"edmc:mode=heuristic", 0.3}, Solver{"edmc:mode=batch", 0.5},
                                           Solver{"edmc:mode=predicted", 0.3}, Solver{"edmc:mode=plain", 0.2},
                                           Solver{"sa", 0.3}, Solver{"sa:energy=errors", 0.1}),
                         [](const auto& tested) {
                           std::string name = tested.param.spec;
                           std::ranges::replace_if(
                               name, [](char c) { return c == ':' || c == '='; }, '_');
                           return name;
                         });

TEST(PerceptronAlgorithms, AllButAnnealingFindATeacher) {
  const PerceptronInstance instance = teacher_instance(501, 1002, 4);
  for (const char* name : {"rbp", "rms", "sbpi", "cpr", "edmc"}) {
    RunControl control;
    const SolveResult result = perceptron_algorithm(name).solve(instance, parse_spec(name), {}, control);
    EXPECT_TRUE(result.solved()) << name;
    EXPECT_EQ(result.weights, *instance.teacher) << name;
  }
}

TEST(PerceptronAlgorithms, RefusesUnknownNamesAndOptions) {
  EXPECT_THAT([] { perceptron_algorithm("bp"); },
              ThrowsMessage<Error>(HasSubstr("rbp, rms, sbpi, cpr, edmc, sa")));
  const PerceptronInstance instance = random_instance(11, 1, 1);
  RunControl control;
  EXPECT_THAT([&] { perceptron_algorithm("rbp").solve(instance, parse_spec("rbp:speed=1"), {}, control); },
              ThrowsMessage<Error>(HasSubstr("rate")));
}

}  // namespace
}  // namespace bitbasin
