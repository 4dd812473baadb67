// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/graded_grid.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/math/log_h.h"

namespace bitbasin::graded_grid_test {
namespace {

double integral(const GradedGrid& grid, double (*f)(double)) {
  double sum = 0;
  for (std::size_t i = 0; i < grid.size(); ++i) sum += grid.weights[i] * f(grid.nodes[i]);
  return sum;
}

// A step of width 1e-4 under a Gaussian of width 1: the exact integral is H(0.3 / sqrt(1 + 1e-8)).
TEST(GradedGrid, ResolvesASharpStepUnderABroadWeight) {
  const auto f = [](double x) {
    return std::exp(-0.5 * x * x) / std::sqrt(2 * std::acos(-1.0)) * gaussian_tail((x + 0.3) / 1e-4);
  };
  const Feature step{-0.3, 1e-4};
  const GradedGrid grid = graded_grid(-9, 9, -0.3, 0.5, {&step, 1});
  EXPECT_NEAR(integral(grid, f), gaussian_tail(0.3 / std::sqrt(1 + 1e-8)), 1e-13);
  EXPECT_LT(grid.size(), 150u);
}

TEST(GradedGrid, WithoutFeaturesItIsUniform) {
  const GradedGrid grid = graded_grid(-1, 1, 0, 0.25, {});
  ASSERT_EQ(grid.size(), 9u);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_DOUBLE_EQ(grid.nodes[i], -1 + 0.25 * static_cast<double>(i));
    EXPECT_DOUBLE_EQ(grid.weights[i], 0.25);
  }
}

TEST(GradedGrid, MarchingGivesTheSameNodes) {
  const Feature features[] = {{0.2, 0.01}, {-1, 0.3}};
  const GradedGrid grid = graded_grid(-3, 3, 0.1, 0.4, features);
  const GradedMap map(0.4, features);
  double x = 0.1;
  auto at = std::size_t{0};
  while (grid.nodes[at] < x) ++at;
  for (std::size_t i = at; i < grid.size(); ++i, x = map.next(x, 1)) EXPECT_NEAR(grid.nodes[i], x, 1e-12);
  x = 0.1;
  for (std::size_t i = at + 1; i-- > 0; x = map.next(x, -1)) EXPECT_NEAR(grid.nodes[i], x, 1e-12);
}

}  // namespace
}  // namespace bitbasin::graded_grid_test
