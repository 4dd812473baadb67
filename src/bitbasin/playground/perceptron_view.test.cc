// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/playground/perceptron_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bitbasin/base/error.h"
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/messages/entropy.h"

namespace bitbasin::perceptron_view_test {
namespace {

RandomPerceptron random(double alpha) {
  RandomPerceptron random;
  random.n = 201;
  random.alpha = alpha;
  return random;
}

TEST(PerceptronView, ShowsTheIterationThatIsTold) {
  for (const char* algorithm : {"rbp", "fbp", "rms", "edmc", "sbpi", "cpr", "sa:sweeps=50,runs=1"}) {
    PerceptronView view(random(0.6), 3);
    std::uint64_t told = 0;
    const VerifiedResult result = view.solve(algorithm, 1, 0, [&](const TracePoint& point) {
      EXPECT_FALSE(point.free_entropy) << algorithm << " measures what nobody asked for";
      EXPECT_EQ(std::ranges::count_if(view.stabilities(), [](float s) { return s <= 0; }), point.errors)
          << algorithm << ", iteration " << point.iteration;
      if (point.overlap && !point.magnetisations.empty()) {
        double q = 0;
        for (const float m : view.magnetisations())
          q += static_cast<double>(m) * static_cast<double>(m) / 201;
        EXPECT_NEAR(q, *point.overlap, 1e-6) << algorithm;
      }
      ++told;
    });
    EXPECT_GT(told, 0u) << algorithm;
    for (std::size_t i = 0; i < 201; ++i) {
      EXPECT_EQ(view.weights()[i], static_cast<float>(result.found.configuration.sign(i)));
    }
  }
}

TEST(PerceptronView, SolvesAsTheLibraryDoes) {
  PerceptronView view(random(0.6), 3);
  const VerifiedResult seen = view.solve("rbp", 7, 0, [](const TracePoint&) {});
  const VerifiedResult unseen = solve(generate(random(0.6), 3, 1), "rbp", {.seed = 7});
  EXPECT_EQ(seen.found.configuration, unseen.found.configuration);
  EXPECT_EQ(seen.found.iterations, unseen.found.iterations);
  EXPECT_EQ(*std::ranges::min_element(view.stabilities()) > 0, unseen.solved());
}

TEST(PerceptronView, LooksAroundAsTheLibraryDoes) {
  PerceptronView view(random(0.4), 3);
  const VerifiedResult found = view.solve("rbp", 1, 0, [](const TracePoint&) {});
  const double distances[] = {0.05, 0.1};
  RunControl control;
  const MeasuredEntropy expected = measure_entropy(view.instance(), found.found.configuration, distances,
                                                   {.tolerance = kPerceptronTolerance}, {.seed = 5}, control);
  const auto points = view.local_entropy(distances, 5);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[1].entropy, expected.points[1].entropy);
  EXPECT_GT(points[1].entropy, points[0].entropy);

  const auto walk = view.walk(10, 5, 5);
  ASSERT_EQ(walk.size(), 5u);
  EXPECT_EQ(walk.front().distance, 0);
  EXPECT_GT(walk.back().distance, 0);
  PerceptronView unsolved(random(0.4), 3);
  EXPECT_THROW(unsolved.walk(10, 5, 5), Error);
}

TEST(PerceptronView, ABudgetEndsARun) {
  PerceptronView view(random(0.8), 3);
  std::uint64_t told = 0;
  view.solve("rbp", 1, 161 * 5, [&](const TracePoint&) { ++told; });
  EXPECT_EQ(told, 5u);
}

}  // namespace
}  // namespace bitbasin::perceptron_view_test
