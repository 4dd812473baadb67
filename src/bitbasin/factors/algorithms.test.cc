// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/factors/algorithms.h"

#include <gtest/gtest.h>

#include "bitbasin/factors/trees.test.h"
#include "bitbasin/solve/verified.h"

namespace bitbasin::factor_algorithms_test {
namespace {

// Two colours, no triple of one colour: solvable up to about two triples per vertex.
FactorGraph two_colours(std::uint32_t n, std::size_t triples, std::uint64_t seed) {
  FactorGraph graph(n);
  Stream stream(seed, purpose("test"));
  while (graph.factors() < triples) {
    const auto draw = [&] { return static_cast<std::uint32_t>(uniform_below(stream, n)); };
    const std::uint32_t a = draw(), b = draw(), c = draw();
    if (a == b || b == c || a == c) continue;
    graph.add({a, b, c}, [](std::uint32_t bits) { return bits != 0 && bits != 7; });
  }
  return graph;
}

TEST(FactorAlgorithms, SolveAProblemThatNobodyHasSeen) {
  for (const char* algorithm : {"edmc", "edmc:mode=heuristic", "sa"}) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      const FactorGraph graph = two_colours(150, 240, seed);
      const VerifiedResult result = solve(graph, algorithm, {.seed = seed});
      EXPECT_TRUE(result.solved()) << algorithm << " leaves " << result.violations;
      EXPECT_TRUE(result.verified());
      EXPECT_EQ(result.found.configuration, solve(graph, algorithm, {.seed = seed}).found.configuration);
    }
  }
}

TEST(FactorAlgorithms, TheBestIsKeptWhereNothingSolves) {
  const FactorGraph graph = two_colours(60, 400, 1);
  for (const char* algorithm : {"edmc:restarts=1", "sa:sweeps=100,runs=1"}) {
    const VerifiedResult result = solve(graph, algorithm);
    EXPECT_FALSE(result.solved());
    EXPECT_TRUE(result.verified());
    EXPECT_LT(result.violations, 60u) << "by chance 100 triples are of one colour";
  }
}

// s(d) = min over gamma of F / N - gamma (1 - 2 d), by the exact F of a tree.
TEST(FactorAlgorithms, TheLocalEntropyOfATreeIsExact) {
  constexpr std::size_t kVariables = 14;
  const FactorGraph tree = random_tree(kVariables, std::numeric_limits<double>::infinity(), 4);
  const VerifiedResult found = solve(tree, "sa");
  ASSERT_TRUE(found.solved());
  const double distances[] = {0.0, 0.1, 0.2};
  RunControl control;
  const MeasuredEntropy measured =
      measure_entropy(tree, found.found.configuration, distances, {.tolerance = 1e-10}, {}, control);
  EXPECT_NEAR(measured.bethe.entropy,
              exact_sums(tree, found.found.configuration, 0).free_entropy / kVariables, 1e-9);
  EXPECT_EQ(measured.points[0].entropy, 0);
  for (const EntropyPoint& point : {measured.points[1], measured.points[2]}) {
    ASSERT_TRUE(point.converged);
    const auto legendre = [&](double gamma) {
      return exact_sums(tree, found.found.configuration, gamma).free_entropy / kVariables -
             gamma * (1 - 2 * point.distance);
    };
    EXPECT_NEAR(point.entropy, legendre(point.gamma), 1e-6);
    EXPECT_LT(legendre(point.gamma), legendre(point.gamma + 0.01));
    EXPECT_LT(legendre(point.gamma), legendre(point.gamma - 0.01));
  }
}

}  // namespace
}  // namespace bitbasin::factor_algorithms_test
