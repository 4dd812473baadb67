// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/measures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bitbasin/committee/enumerate_committee.test.h"
#include "bitbasin/committee/tilted_committee.h"

namespace bitbasin::committee_measures_test {
namespace {

// Errors at this size, from an independent program: mean +0.008, mean size 0.012 for trees; -0.003 and 0.012
// for common inputs at 3 x 7.
TEST(CommitteeMeasures, EntropiesAgreeWithEnumeration) {
  for (const bool tree : {true, false}) {
    double sum = 0, size = 0;
    int converged = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const CommitteeInstance instance = random_committee({3, tree}, 5, 4, seed);
      RunControl control;
      const MeasuredEntropy measured =
          measure_entropy(instance, BitVector(15), std::vector<double>{}, {.tolerance = 1e-6}, {}, control);
      const auto solutions = static_cast<double>(enumerate_solutions(instance).size());
      if (solutions == 0 || !measured.bethe.converged) continue;
      ++converged;
      const double error = measured.bethe.entropy - std::log(solutions) / 15;
      sum += error;
      size += std::abs(error);
    }
    ASSERT_GE(converged, 8);
    EXPECT_LT(std::abs(sum) / converged, tree ? 0.016 : 0.03);
    EXPECT_LT(size / converged, tree ? 0.02 : 0.04);
  }
}

// dF / dgamma = sum_i W~_i m_i: the free entropy is stationary in the messages.
TEST(CommitteeMeasures, TheFreeEntropyIsStationary) {
  const CommitteeInstance instance = random_committee({3, true}, 101, 90, 4);
  CommitteeProducts patterns(instance, 1, 2);
  TiltedCommittee amp = tilted_committee(instance, patterns, {.tolerance = 1e-6, .max_iterations = 2000});
  Stream stream(1, purpose("test.committee"));
  RunControl control;
  const auto at = [&](double gamma) {
    amp.start(BitVector(303), gamma, stream);
    EXPECT_TRUE(amp.reconverge(control).converged);
    return amp.free_entropy();
  };
  const double slope = (at(0.31) - at(0.29)) / 0.02;
  at(0.3);
  double overlap = 0;
  for (std::size_t i = 0; i < 303; ++i) overlap -= amp.magnetisation(i);
  EXPECT_NEAR(slope, overlap, 0.02);
}

// For a tree at alpha = 0.5 the theory gives 0.331583 per weight.
TEST(CommitteeMeasures, ALargeTreeHasTheEntropyOfTheory) {
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const CommitteeInstance instance = random_committee({3, true}, 501, 752, seed);
    RunControl control;
    sum += measure_entropy(instance, BitVector(1503), std::vector<double>{}, {.tolerance = 1e-4}, {}, control)
               .bethe.entropy;
  }
  EXPECT_NEAR(sum / 4, 0.331583, 0.008);
}

// models.md, K = 3 with common inputs: joint messages have 0.040 more per weight at alpha = 0.5 than
// factorised ones, and theory says that the joint ones are right.
TEST(CommitteeMeasures, CommonInputsAreMeasuredByJointMessages) {
  const CommitteeInstance instance = random_committee({3, false}, 201, 302, 1);
  CommitteeProducts patterns(instance, 1, 2);
  TiltedCommittee factorised =
      tilted_committee(instance, patterns, {.tolerance = 1e-4, .max_iterations = 2000});
  RunControl control;
  EXPECT_TRUE(factorised.reconverge(control).converged);
  const MeasuredEntropy joint =
      measure_entropy(instance, BitVector(603), std::vector<double>{}, {.tolerance = 1e-4}, {}, control);
  EXPECT_TRUE(joint.bethe.converged);
  EXPECT_NEAR(joint.bethe.entropy - factorised.free_entropy() / 603, 0.040, 0.006);
}

TEST(CommitteeMeasures, AWalkEndsAtASolution) {
  for (const bool tree : {true, false}) {
    const CommitteeInstance instance = teacher_committee({3, tree}, 41, 30, 3);
    RunControl control;
    double distance = 0;
    const std::size_t errors =
        walk_solutions(instance, *instance.teacher, {.sweeps = 5, .points = 4}, {}, control,
                       [&](const WalkPoint& at, std::optional<double>) { distance = at.distance; });
    EXPECT_EQ(errors, 0u);
    EXPECT_GT(distance, 0.05);
  }
}

}  // namespace
}  // namespace bitbasin::committee_measures_test
