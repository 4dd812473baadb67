// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/joint_amp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bitbasin/committee/tilted_committee.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin::joint_amp_test {
namespace {

// dF / dgamma = sum_i W~_i m_i: the free entropy is stationary in all messages, V and J.
TEST(JointAmp, TheFreeEntropyIsStationary) {
  constexpr std::size_t kWeights = 3 * 21;
  const CommitteeInstance instance = random_committee({3, false}, 21, 25, 4);
  CommitteeProducts patterns(instance, 1, 2);
  auto amp =
      tilted_committee<JointTiltedCommittee>(instance, patterns, {.tolerance = 1e-7, .max_iterations = 2000});
  Stream stream(1, purpose("test.joint"));
  BitVector reference(kWeights);
  stream.fill(reference.words());
  reference.clear_padding();
  RunControl control;
  const auto at = [&](double gamma) {
    amp.start(reference, gamma, stream);
    EXPECT_TRUE(amp.reconverge(control).converged);
    return amp.free_entropy();
  };
  const double slope = (at(0.31) - at(0.29)) / 0.02;
  at(0.3);
  double overlap = 0;
  for (std::size_t i = 0; i < kWeights; ++i) overlap += reference.sign(i) * amp.magnetisation(i);
  EXPECT_NEAR(slope, overlap, 0.02);
}

// Without patterns the weights are free, and with one pattern its majority is certain.
TEST(JointAmp, OnePatternIsLearnt) {
  const CommitteeInstance instance = random_committee({3, false}, 41, 1, 1);
  CommitteeProducts patterns(instance, 1, 2);
  JointAmp amp(patterns, MajorityModel(3), 1);
  const std::vector<double> none(123);
  amp.start(none);
  for (int t = 0; t < 60; ++t) amp.iterate(0, [](std::size_t, double u) { return u; });
  EXPECT_NEAR(amp.free_entropy(none), 122 * std::log(2.0), 3e-3);  // half of all weights agree with it
}

TEST(JointAmp, SameMessagesForAllThreads) {
  const CommitteeInstance instance = random_committee({3, false}, 41, 100, 2);
  Stream stream(3, purpose("test.joint"));
  std::vector<double> fields(123);
  for (double& field : fields) field = uniform01(stream) - 0.5;
  const auto run = [&](int threads) {
    CommitteeProducts patterns(instance, threads);
    JointAmp amp(patterns, MajorityModel(3), threads);
    amp.start(fields);
    for (int t = 0; t < 5; ++t) {
      const auto theta = amp.theta();
      amp.iterate(0.1, [=](std::size_t i, double u) { return 0.5 * (u + theta[i]); });
    }
    return std::vector<double>(amp.m().begin(), amp.m().end());
  };
  EXPECT_EQ(run(1), run(3));
}

TEST(JointAmp, GoesBackToASavedState) {
  const CommitteeInstance instance = random_committee({3, false}, 21, 30, 2);
  CommitteeProducts patterns(instance, 1);
  JointAmp amp(patterns, MajorityModel(3), 1);
  amp.start(std::vector<double>(63, 0.1));
  const auto step = [&] { amp.iterate(0, [](std::size_t, double u) { return 0.5 * u; }); };
  step();
  const auto saved = amp.save();
  step();
  const std::vector<double> expected(amp.m().begin(), amp.m().end());
  amp.add_field(5, 1.5);
  EXPECT_NE(std::vector<double>(amp.m().begin(), amp.m().end()), expected);
  amp.restore(saved);
  step();
  EXPECT_EQ(std::vector<double>(amp.m().begin(), amp.m().end()), expected);
}

}  // namespace
}  // namespace bitbasin::joint_amp_test
