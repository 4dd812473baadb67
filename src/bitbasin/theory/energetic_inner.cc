// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/energetic_inner.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bitbasin/math/graded_grid.h"
#include "bitbasin/math/log_h.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"

namespace bitbasin {
namespace {

// Steps in units of the narrowest width. The trapezoid rule errs by exp(-2 pi^2 / 0.64) on a Gaussian, the
// zeros of H at 1.9 +- 2.8 i add exp(-2 pi 2.8 / 0.8) = 3e-10; 1e-13 is measured.
constexpr double kStep = 0.8;
// Nodes whose weight is below exp(-kInnerDepth) of the largest are left out.
constexpr double kInnerDepth = 32;
// H(C~) or H(C)^y gets nodes of its own if it is narrower than the normal weight by this factor.
constexpr double kNarrow = 4;
// An edge this far to the right of the peak does not matter: the weight there is below exp(-12^2 / 2).
constexpr double kFar = 12;
// For large y H(C)^y is exp(-exp(u)) around its edge, u = |C| times the distance to it: for complex u it
// grows beyond |Im u| = pi / 2, so that the nodes may not thin out before it is over at u = 3.5. Without fine
// nodes at kFold, too, <K> errs by 1e-4 for y = 1000, alpha1 = 6; with them by 1e-10 (1e-8 for y = e^20).
constexpr double kFold = 2.5, kFoldWidth = 1.0;
constexpr double kLogInverseRootTwoPi = -0.91893853320467274178;

struct Node {
  double log_weight, k, k_prime, log_tail, m, m_prime;
};

Node evaluate(const InnerFields& f, double x) {
  const LogH w = log_h_terms(f.alpha0 + f.alpha1 * x);
  const LogH t = log_h_terms(f.beta0 + f.beta1 * x);
  return {-x * (f.origin + 0.5 * x) + f.y * w.log_h + t.log_h, w.g, w.g_prime, w.log_h, t.g, t.g_prime};
}

// Sums of weight times products of K, K~ (here M), ln H (here L) and z: rows 1, K, M, K^2, K M, L by columns
// 1, K, K z, M, M z, L, then K' and M' and what they multiply.
struct Moments {
  double f[6][6] = {};
  double k1k1 = 0, k1 = 0, k1z = 0, m1 = 0, m1z = 0, kk1 = 0, kk1z = 0, k1m = 0, k1mz = 0, km1 = 0, km1z = 0;

  void add(double weight, double z, const Node& n) {
    const double rows[6] = {
        weight, weight * n.k, weight * n.m, weight * n.k * n.k, weight * n.k * n.m, weight * n.log_tail};
    const double columns[6] = {1, n.k, n.k * z, n.m, n.m * z, n.log_tail};
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) f[i][j] += rows[i] * columns[j];
    }
    const double wk1 = weight * n.k_prime;
    const double wm1 = weight * n.m_prime;
    k1k1 += wk1 * n.k_prime;
    k1 += wk1;
    k1z += wk1 * z;
    m1 += wm1;
    m1z += wm1 * z;
    kk1 += wk1 * n.k;
    kk1z += wk1 * n.k * z;
    k1m += wk1 * n.m;
    k1mz += wk1 * n.m * z;
    km1 += wm1 * n.k;
    km1z += wm1 * n.k * z;
  }
};

// d<f> = <df> + <f dlnweight> - <f><dlnweight>, where dlnweight is -yK, -yKz, -M, -Mz, L for the five fields.
InnerAverages averages(const Moments& sum, double y, double log_scale) {
  const double norm = 1 / sum.f[0][0];
  Moments a = sum;
  for (auto& row : a.f) {
    for (double& x : row) x *= norm;
  }
  const double factor[5] = {-y, -y, -1, -1, 1};
  InnerAverages out;
  const auto covariance = [&](std::size_t row, std::size_t p) {
    return factor[p] * (a.f[row][p + 1] - a.f[row][0] * a.f[0][p + 1]);
  };
  using Q = InnerAverages;
  const double k = a.f[1][0];
  out.value = {portable_log(sum.f[0][0]) + log_scale, k, a.f[2][0], a.f[3][0] - k * k, a.f[4][0], a.f[5][0]};
  out.hazard_slope2 = sum.k1k1 * norm;
  const double direct[Q::kCount][5] = {{},
                                       {sum.k1 * norm, sum.k1z * norm, 0, 0, 0},
                                       {0, 0, sum.m1 * norm, sum.m1z * norm, 0},
                                       {2 * sum.kk1 * norm, 2 * sum.kk1z * norm, 0, 0, 0},
                                       {sum.k1m * norm, sum.k1mz * norm, sum.km1 * norm, sum.km1z * norm, 0},
                                       {-k, -a.f[0][2], 0, 0, 0}};
  for (std::size_t p = 0; p < 5; ++p) {
    out.slope[Q::kLogZ][p] = factor[p] * a.f[0][p + 1];
    for (std::size_t i = 1; i < Q::kCount; ++i) out.slope[i][p] = direct[i][p] + covariance(i, p);
    out.slope[Q::kHazardVar][p] -= 2 * k * out.slope[Q::kHazard][p];
  }
  return out;
}

}  // namespace

InnerAverage::InnerAverage(double alpha1, double beta1, double y, double step)
    : alpha1_(alpha1), beta1_(beta1), y_(y), step_(step) {
  // H(C)^y falls where y H(-C) = 1, about; its curvature there is that of a Gaussian of variance 1 / (2 ln
  // y), and grows to y.
  const double pressure = std::max(0.0, y);  // a negative power widens the integrand
  const double tail = 2 * portable_log1p(pressure);
  edge_ = -std::sqrt(tail);
  power_is_narrow_ = alpha1 * std::sqrt(pressure) > kNarrow;
  step_is_narrow_ = beta1 > kNarrow;
  broad_ = std::sqrt(1 + (power_is_narrow_ ? 0 : pressure * alpha1 * alpha1) +
                     (step_is_narrow_ ? 0 : beta1 * beta1));
}

// The edge of a narrow factor is the origin of x, so that its argument there is no difference of large
// numbers: with beta1 = 1e8 nodes next to z = -3 would otherwise be off by 1e-7 of the width of the step.
InnerFields InnerAverage::fields(double alpha0, double beta0) const {
  const double step_edge = -beta0 / beta1_;
  if (step_is_narrow_ && step_edge < kFar) {
    return {step_edge, alpha0 + alpha1_ * step_edge, alpha1_, 0, beta1_, y_};
  }
  const double power_edge = (edge_ - alpha0) / alpha1_;
  if (power_is_narrow_ && power_edge < kFar) {
    return {power_edge, edge_, alpha1_, beta0 + beta1_ * power_edge, beta1_, y_};
  }
  return {0, alpha0, alpha1_, beta0, beta1_, y_};
}

// The root of z + y alpha1 K(C) + beta1 K(C~), which is convex and increases: Newton's method converges from
// the right without a bracket, and any start is right of the root after one step.
double InnerAverage::find_peak(const InnerFields& f, double x) const {
  const double close = 0.2 / std::sqrt(1 + f.y * f.alpha1 * f.alpha1 + f.beta1 * f.beta1);
  for (int i = 0; i < 200; ++i) {
    // K' = K (K - C) is lost to rounding where C is 1e8: the march would then start at a random place and
    // never end.
    const LogH w = log_h_terms(f.alpha0 + f.alpha1 * x);
    const LogH t = log_h_terms(f.beta0 + f.beta1 * x);
    const double miss = f.origin + x + f.y * f.alpha1 * w.g + f.beta1 * t.g;
    const double rise = 1 + f.y * f.alpha1 * f.alpha1 * w.g_prime + f.beta1 * f.beta1 * t.g_prime;
    x -= miss / rise;
    if (std::abs(miss) < close * rise) break;
  }
  return x;
}

InnerAverages InnerAverage::operator()(double alpha0, double beta0, double& peak) {
  const InnerFields f = fields(alpha0, beta0);
  const double middle = find_peak(f, peak - f.origin);
  peak = f.origin + middle;
  const double top = evaluate(f, middle).log_weight;
  Moments sum;
  // Far from any solution a march may never end: then there is no average.
  constexpr std::size_t kMostNodes = 20000;  // a hundred times what is usual
  const std::size_t last = nodes_ + kMostNodes;
  const auto visit = [&](double x, double weight) {
    const Node n = evaluate(f, x);
    const bool lost = ++nodes_ > last;
    sum.add(lost ? std::numeric_limits<double>::quiet_NaN() : weight * portable_exp(n.log_weight - top),
            f.origin + x, n);
    return !lost && n.log_weight > top - kInnerDepth;
  };
  // Right of its edge a factor is narrow everywhere and the fine nodes go to the peak; left of it they go to
  // the edge, beyond which the integrand is dead.
  Feature features[3];
  std::size_t count = 0;
  const double nodes = kFeatureNodes / step_;
  if (step_is_narrow_) {
    const double edge = -f.beta0 / beta1_;
    if (edge - middle < kFar) features[count++] = {std::max(middle, edge), 1 / beta1_, nodes};
  }
  if (power_is_narrow_) {
    const double edge = (edge_ - f.alpha0) / alpha1_;
    const double center = std::max(middle, edge);
    if (edge - middle < kFar) {
      const LogH at = log_h_terms(f.alpha0 + alpha1_ * center);
      const double curvature = y_ * at.g_prime + edge_ * edge_ + 1;
      features[count++] = {center, 1 / (alpha1_ * std::sqrt(curvature)), nodes};
      const double unit = at.g / (alpha1_ * at.g_prime);
      features[count++] = {center + kFold * unit, kFoldWidth * unit, nodes};
    }
  }
  const double step = step_ * kStep / broad_;
  if (count == 0) {
    visit(middle, step);
    for (int k = 1; visit(middle + k * step, step);) ++k;
    for (int k = 1; visit(middle - k * step, step);) ++k;
  } else {
    const GradedMap map(step, {features, count});
    const auto visit_graded = [&](double x) { return visit(x, 1 / map.density(x)); };
    visit_graded(middle);
    for (double x = map.next(middle, 1); visit_graded(x);) x = map.next(x, 1);
    for (double x = map.next(middle, -1); visit_graded(x);) x = map.next(x, -1);
  }
  return averages(sum, y_, top - 0.5 * f.origin * f.origin + kLogInverseRootTwoPi);
}

}  // namespace bitbasin
