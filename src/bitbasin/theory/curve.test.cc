// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "bitbasin/theory/equilibrium.h"

namespace bitbasin::curve_test {
namespace {

using enum LabelSource;

// Coarse steps are right to six digits and three times as fast.
constexpr TheoryQuadrature kCoarse{1.6, 1};

TheoryPoint point_at(LabelSource task, double alpha, double d, std::optional<double> y = {},
                     const TheoryQuadrature& quadrature = kCoarse) {
  RunControl control;
  const double distances[] = {d};
  return theory_curve({task, alpha, y, quadrature}, distances, control).at(0);
}

struct Known {
  LabelSource task;
  double alpha, d, y, internal_entropy, q_tilde, q1;
};

// Found by an independent program, with finite differences and fixed grids.
class KnownPoint : public testing::TestWithParam<Known> {};
INSTANTIATE_TEST_SUITE_P(TheoryCurve, KnownPoint,
                         testing::Values(Known{classify, 0.5, 0.1, 39.4017, 0.2334784, 0.93269, 0.64995},
                                         Known{classify, 0.7, 0.02, 6.67481, 0.0455522, 0.75753, 0.92511},
                                         Known{classify, 0.79, 0.02, 2.60014, -0.0005412, 0.69974, 0.94297},
                                         Known{teacher, 0.5, 0.1, 46.2019, 0.2691222, 0.92998, 0.64577}),
                         [](const auto& which) { return std::to_string(which.index); });

TEST_P(KnownPoint, IsFound) {
  const Known& known = GetParam();
  const TheoryPoint p = point_at(known.task, known.alpha, known.d, {}, {});
  ASSERT_TRUE(p.converged) << known.alpha;
  EXPECT_NEAR(p.y / known.y, 1, 1e-5) << known.alpha;
  EXPECT_NEAR(p.internal_entropy, known.internal_entropy, 6e-8);
  EXPECT_NEAR(p.external_entropy, 0, 1e-9);
  EXPECT_NEAR(p.order.q_tilde, known.q_tilde, 6e-6);
  EXPECT_NEAR(p.order.q1, known.q1, 6e-6);
  EXPECT_LT(p.residual, 1e-9);
  EXPECT_EQ(p.physical(), known.internal_entropy > 0);
}

// y = 0: W~ is a typical solution, whatever is at distance d from it.
TEST(TheoryCurve, ReferenceSolutionsOfYZeroAreTypical) {
  for (const LabelSource task : {classify, teacher}) {
    const Equilibrium typical = *equilibrium(task, 0.6);
    const TheoryPoint p = point_at(task, 0.6, 0.1, 0.0, {});
    ASSERT_TRUE(p.converged);
    EXPECT_NEAR(p.order.q_tilde, typical.q, 1e-8);
    EXPECT_NEAR(p.conjugate.q_tilde_hat, typical.q_hat, 1e-7);
    EXPECT_NEAR(p.external_entropy, typical.entropy, 1e-8);
    if (task == classify) continue;
    // Nishimori: the teacher is like any other reference solution.
    EXPECT_NEAR(p.order.r_tilde, p.order.q_tilde, 1e-8);
    EXPECT_NEAR(p.order.r, p.order.s_tilde, 1e-8);
    EXPECT_NEAR(p.conjugate.r_tilde_hat, p.conjugate.q_tilde_hat, 1e-7);
  }
}

TEST(TheoryCurve, TypicalSolutionsAreIsolatedAndDenseOnesAreNot) {
  EXPECT_LT(point_at(classify, 0.7, 0.02, 0.0).internal_entropy, 0);
  EXPECT_GT(point_at(classify, 0.7, 0.02).internal_entropy, 0);
}

TEST(TheoryCurve, NeverMoreSolutionsThanThereAre) {
  RunControl control;
  const double distances[] = {0.06, 0.12, 0.18, 0.25};
  const double typical = equilibrium(classify, 0.7)->entropy;
  const auto points = theory_curve({classify, 0.7, {}, kCoarse}, distances, control);
  ASSERT_EQ(points.size(), 4u);
  for (const TheoryPoint& p : points) {
    ASSERT_TRUE(p.converged) << p.d;
    EXPECT_LE(p.internal_entropy, typical);
    EXPECT_TRUE(p.beyond || p.order.q_tilde < 1);
  }
  EXPECT_FALSE(points[1].beyond);
  EXPECT_TRUE(points[3].beyond);
  EXPECT_EQ(points[3].internal_entropy, typical);
  EXPECT_TRUE(std::isinf(points[3].y));
}

// d_inf = 0.2000227: y* is 1e5 and out of reach, but S_I is that of all solutions to 2e-9.
TEST(TheoryCurve, JustBeforeTheDivergenceThereIsNoGap) {
  const TheoryPoint p = point_at(classify, 0.7, 0.2);
  ASSERT_TRUE(p.converged);
  EXPECT_TRUE(p.beyond);
  EXPECT_NEAR(p.internal_entropy, equilibrium(classify, 0.7)->entropy, 1e-7);
}

// At small alpha y* is in the thousands at d = 0.1 already, coming down from its divergence at d = 0.
TEST(TheoryCurve, ALargeYIsNotYetTheEnd) {
  const TheoryPoint p = point_at(classify, 0.12, 0.12);
  ASSERT_TRUE(p.converged);
  EXPECT_FALSE(p.beyond);
  EXPECT_LT(p.internal_entropy, -0.12 * std::log(0.12) - 0.88 * std::log(0.88));
}

// y* = 2.9e20 and 2.5e14: from where double precision loses v and w on, the limit of small d takes over.
class SmallDistance : public testing::TestWithParam<LabelSource> {};
INSTANTIATE_TEST_SUITE_P(TheoryCurve, SmallDistance, testing::Values(classify, teacher),
                         [](const auto& which) { return std::to_string(which.index); });

TEST_P(SmallDistance, IsReachedInTheDiluteLimit) {
  const bool taught = GetParam() == teacher;
  const double d = taught ? 0.006 : 0.005;
  const TheoryPoint p = point_at(GetParam(), taught ? 0.25 : 0.2, d);
  ASSERT_TRUE(p.converged);
  EXPECT_TRUE(p.dilute && p.physical());
  EXPECT_LT(p.dilute_error, 1e-9);
  EXPECT_LT(p.residual, 1e-9);
  EXPECT_NEAR(std::log10(p.y), taught ? 14.406 : 20.459, 1e-3);
  EXPECT_NEAR(p.internal_entropy, -d * std::log(d) - (1 - d) * std::log(1 - d), 1e-10);
  EXPECT_NEAR(p.external_entropy, 0, 1e-9);
}

TEST(TheoryCurve, SlopeIsTheDerivativeAlongTheCurve) {
  RunControl control;
  const double h = 1e-3;
  const double distances[] = {0.05 - h, 0.05, 0.05 + h};
  const auto points = theory_curve({classify, 0.65, {}, kCoarse}, distances, control);
  ASSERT_EQ(points.size(), 3u);
  const double difference = (points[2].internal_entropy - points[0].internal_entropy) / (-4 * h);
  EXPECT_NEAR(points[1].slope, difference, 1e-4);
  EXPECT_LT(points[1].slope, 0);
}

TEST(TheoryCurve, AFoldIsReportedNotHidden) {
  const TheoryPoint p = point_at(classify, 0.8, 0.01);  // the branch turns at d = 0.0131
  EXPECT_FALSE(p.converged);
  EXPECT_FALSE(p.beyond);
  EXPECT_FALSE(p.physical());
}

TEST(TheoryCurve, ABranchGoesOnBehindItsFold) {
  RunControl control({.work = 320});
  const auto points = theory_branch({classify, 0.8, {}, kCoarse}, 0.005, 0.2, control);
  const auto fold = std::ranges::min_element(points, {}, &TheoryPoint::d);
  ASSERT_NE(fold, points.end());
  EXPECT_NEAR(fold->d, 0.0131, 2e-4);
  EXPECT_LT(points.front().order.q1, points.front().order.s);
  EXPECT_GT(points.back().order.q1, points.back().order.s);
  EXPECT_GT(points.back().d, fold->d);
}

TEST(TheoryCurve, StopsWhereItIsToldTo) {
  RunControl control({.work = 60});  // evaluations
  const double distances[] = {0.02, 0.05, 0.09, 0.1, 0.12};
  const auto points = theory_curve({classify, 0.6, {}, kCoarse}, distances, control);
  EXPECT_EQ(control.stop_reason(), StopReason::budget);
  EXPECT_GE(points.size(), 1u);
  EXPECT_LT(points.size(), 5u);
  for (const TheoryPoint& p : points) EXPECT_TRUE(p.converged);
}

}  // namespace
}  // namespace bitbasin::curve_test
