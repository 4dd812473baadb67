// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/solvers.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <tuple>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/committee/enumerate_committee.test.h"
#include "bitbasin/solve/verified.h"

namespace bitbasin::committee_solvers_test {
namespace {

VerifiedResult run(const CommitteeInstance& instance, const char* spec, SolveSetup setup = {},
                   RunLimits limits = {}) {
  RunControl control(limits);
  return solve_and_check(instance, read_solver<CommitteeInstance>(spec), setup, control);
}

TEST(CommitteeSolvers, SolveWithTheirDefaults) {
  for (const auto& [form, alpha] : {std::pair(CommitteeForm{3, false}, 0.5),
                                    {CommitteeForm{3, true}, 0.6},
                                    {CommitteeForm{5, false}, 0.4},
                                    {CommitteeForm{5, true}, 0.5}}) {
    const CommitteeInstance instance = random_committee(form, 101, pattern_count(101 * form.units, alpha), 1);
    for (const char* spec : {"rbp", "fbp", "edmc"}) {
      if (form.units == 5 && !form.tree && spec[0] == 'e') continue;  // edmc solves fewer of these
      const VerifiedResult result = run(instance, spec);
      EXPECT_TRUE(result.solved() && result.verified()) << spec << " " << form.units << form.tree;
    }
  }
  const CommitteeInstance easy = random_committee({3, true}, 101, 30, 1);
  EXPECT_TRUE(run(easy, "sa").solved());
}

TEST(CommitteeSolvers, LearnWithoutNoise) {
  const CommitteeInstance instance = random_committee({3, true}, 21, 10, 1);
  EXPECT_THAT([&] { run(instance, "cpr:flip=0.1"); },
              ::testing::ThrowsMessage<Error>(
                  "expected flip, ignore, decay and lose of 0 for a committee, got 0.1, 0, 0 and 0"));
}

// Where small fields would leave all units alike, as one perceptron with K alpha patterns per weight.
TEST(CommitteeSolvers, SeparateTheUnitsAtLowLoads) {
  for (const auto& [units, n, alpha] :
       {std::tuple(3u, 101u, 0.3), {5u, 51u, 0.2}, {7u, 21u, 0.2}, {7u, 51u, 0.1}}) {
    const CommitteeInstance instance =
        random_committee({units, false}, n, pattern_count(units * n, alpha), 2);
    const VerifiedResult result = run(instance, "rbp:restarts=5");
    EXPECT_TRUE(result.solved() && result.verified()) << units << " " << n;
  }
}

TEST(CommitteeSolvers, LearnOnline) {
  for (const CommitteeForm form : {CommitteeForm{1, false}, {3, false}, {3, true}, {5, false}}) {
    const CommitteeInstance instance = random_committee(form, 101, pattern_count(101 * form.units, 0.3), 1);
    for (const char* spec : {"cpr", "sbpi", "cpr:schedule=constant", "sbpi:schedule=constant"}) {
      const VerifiedResult result = run(instance, spec, {}, {.work = 100'000});
      EXPECT_TRUE(result.solved() && result.verified()) << spec << " " << form.units << form.tree;
    }
  }
}

// Joint messages tell the units of a teacher apart; factorised ones never do.
TEST(CommitteeSolvers, JointMessagesFindATeacherUpToAPermutation) {
  const CommitteeInstance instance = teacher_committee({3, false}, 61, 915, 1);
  const VerifiedResult result = run(instance, "rbp");
  EXPECT_TRUE(result.solved());
  EXPECT_EQ(overlap(instance, *instance.teacher, result.found.configuration), 1);
}

TEST(CommitteeSolvers, JointMessagesAreForThreeUnitsWithCommonInputs) {
  const auto chosen = [](const CommitteeForm& form, std::size_t patterns) {
    return *resolve(CommitteeRbpOptions{}, random_committee(form, 21, patterns, 1)).messages;
  };
  EXPECT_EQ(chosen({3, false}, 100), MessageForm::joint);
  EXPECT_EQ(chosen({3, false}, 40), MessageForm::factorised);
  EXPECT_EQ(chosen({3, true}, 100), MessageForm::factorised);
  EXPECT_EQ(chosen({5, false}, 200), MessageForm::factorised);
  const CommitteeInstance tree = random_committee({3, true}, 21, 10, 1);
  EXPECT_THAT([&] { run(tree, "rbp:messages=joint"); },
              ::testing::ThrowsMessage<Error>(
                  "expected three units with common inputs for messages=joint, got 3 in a tree"));
}

TEST(CommitteeSolvers, AnswersAreAmongTheEnumeratedSolutions) {
  for (const bool tree : {false, true}) {
    int solvable = 0, solved = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      const CommitteeInstance instance = random_committee({3, tree}, 5, 4, seed);
      const auto solutions = enumerate_solutions(instance);
      for (const char* spec : {"rbp", "fbp", "edmc", "sa"}) {
        const VerifiedResult result = run(instance, spec, {seed, 1}, {.work = 60'000});
        const auto number = static_cast<std::uint32_t>(result.found.configuration.words()[0]);
        solvable += !solutions.empty();
        solved += result.solved();
        EXPECT_TRUE(result.verified()) << spec;
        EXPECT_EQ(result.solved(), std::ranges::binary_search(solutions, number)) << spec;
      }
    }
    EXPECT_GE(solvable, 12);
    EXPECT_GE(solved, solvable - 3);
  }
}

TEST(CommitteeSolvers, SameWeightsForAllThreadsAndSimdLevels) {
  const CommitteeInstance instance = random_committee({3, false}, 501, 900, 9);
  const RunLimits limits{.work = 900 * 60};
  const SolveResult expected = run(instance, "rbp", {}, limits).found;
  for_every_simd_level([&](std::string_view) {
    EXPECT_EQ(run(instance, "rbp", {1, 2}, limits).found.configuration, expected.configuration);
  });
}

// doc/models.md: at alpha = 2 the teacher of a tree is found within a few iterations.
TEST(CommitteeSolvers, ATreeFindsItsTeacher) {
  const CommitteeInstance instance = teacher_committee({3, true}, 201, 1206, 1);
  const VerifiedResult result = run(instance, "rbp");
  EXPECT_TRUE(result.solved());
  EXPECT_EQ(result.found.configuration, *instance.teacher);
  EXPECT_LT(result.found.iterations, 40u);
}

TEST(CommitteeSolvers, GiveUpWithTheBestSoFar) {
  const CommitteeInstance instance = random_committee({3, true}, 51, 400, 2);
  const VerifiedResult result = run(instance, "rbp:rate=0.02,restarts=1");
  EXPECT_FALSE(result.solved());
  EXPECT_TRUE(result.verified());
  EXPECT_EQ(result.found.restarts, 1u);
}

TEST(CommitteeSolvers, AutomaticOptionsFollowTheirRules) {
  const auto resolved = [](bool tree, std::size_t patterns) {
    return resolve(CommitteeRbpOptions{}, random_committee({3, tree}, 101, patterns, 1)).rbp;
  };
  const RbpOptions tree = resolved(true, 236);
  EXPECT_EQ(*tree.damping, 0);
  EXPECT_EQ(*tree.margin, 0.1);
  EXPECT_EQ(*tree.field, 0.1);
  const RbpOptions full = resolved(false, 212);
  EXPECT_EQ(*full.damping, 0.5);
  EXPECT_EQ(*full.margin, 0);
  EXPECT_NEAR(*full.rate, 2e-4, 1e-5);
  EXPECT_DOUBLE_EQ(*resolved(false, 100).rate, 1e-3);
}

}  // namespace
}  // namespace bitbasin::committee_solvers_test
