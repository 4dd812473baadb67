// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/search/walk.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>

namespace bitbasin::walk_test {
namespace {

// Solutions are the configurations with at most `most` ones.
struct FewOnes {
  BitVector w;
  std::size_t most;

  std::size_t ones() const { return static_cast<std::size_t>(std::popcount(w.words()[0])); }
  std::size_t variables() const { return w.size(); }
  const BitVector& configuration() const { return w; }
  bool allows(std::size_t i) const { return w[i] || ones() < most; }
  void flip(std::size_t i) { w.flip(i); }
};

TEST(Walk, MeetsEverySolutionEquallyOften) {
  FewOnes problem{BitVector(4), 2};  // 1 + 4 + 6 solutions
  std::vector<std::uint64_t> times;
  for (std::uint64_t t = 0; t < 22000; ++t) times.push_back(10 * t);
  std::map<std::uint64_t, int> met;
  Stream stream(1, purpose("test.walk"));
  RunControl control;
  walk(problem, times, stream, control, [&](const WalkPoint&) { ++met[problem.w.words()[0]]; });
  ASSERT_EQ(met.size(), 11u);
  // 2000 each, standard deviation 45 for independent looks
  for (const auto& [solution, count] : met) EXPECT_NEAR(count, 2000, 300) << solution;
}

TEST(Walk, PointsTellDistanceAndDensity) {
  FewOnes problem{BitVector(10), 3};
  for (std::size_t i = 0; i < 3; ++i) problem.w.set(i, true);
  const BitVector start = problem.w;
  const auto times = walk_times(10, 20, 6);
  std::vector<WalkPoint> points;
  Stream stream(1, purpose("test.walk"));
  RunControl control;
  walk(problem, times, stream, control, [&](const WalkPoint& p) {
    points.push_back(p);
    EXPECT_LE(problem.ones(), 3u);
    EXPECT_DOUBLE_EQ(p.density, problem.ones() == 3 ? 0.3 : 1.0);
    std::size_t differ = 0;
    for (std::size_t i = 0; i < 10; ++i) differ += problem.w[i] != start[i];
    EXPECT_DOUBLE_EQ(p.distance, static_cast<double>(differ) / 10);
  });
  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(points[0].proposals, 0u);
  EXPECT_EQ(points[0].distance, 0);
  EXPECT_DOUBLE_EQ(points[0].density, 0.3);
  EXPECT_EQ(points[5].proposals, 200u);
}

TEST(Walk, TimesAscend) {
  for (const std::size_t n : {1u, 7u, 1001u}) {
    for (const std::size_t points : {1u, 2u, 3u, 20u}) {
      const auto times = walk_times(n, 50, points);
      ASSERT_EQ(times.size(), points);
      for (std::size_t k = 1; k < points; ++k) EXPECT_LT(times[k - 1], times[k]);
    }
  }
}

TEST(Walk, StopsAtItsBudget) {
  FewOnes problem{BitVector(10), 5};
  Stream stream(1, purpose("test.walk"));
  RunControl control({.work = 100});
  int seen = 0;
  walk(problem, std::vector<std::uint64_t>{0, 50, 200}, stream, control, [&](const WalkPoint&) { ++seen; });
  EXPECT_EQ(seen, 2);
}

}  // namespace
}  // namespace bitbasin::walk_test
