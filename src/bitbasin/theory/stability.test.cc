// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/stability.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/math/log_h.h"
#include "bitbasin/theory/curve.h"
#include "bitbasin/theory/equilibrium.h"
#include "bitbasin/theory/newton.h"
#include "bitbasin/theory/start.h"

namespace bitbasin::stability_test {
namespace {

using enum LabelSource;

ReplicaStability stability_of(const NewtonResult& r, LabelSource task, double step = 1) {
  return replica_stability(r.at.order, r.at.conjugate, task, {step, 1});
}

NewtonResult solved(LabelSource task, double alpha) {
  RunControl control;
  return cold_start(task, alpha, {}, control);
}

// The equations with one more step of symmetry breaking, whose overlaps deviate from the symmetric ones by an
// amount of order epsilon; by plain trapezoid rules. The block size x does not matter to first order.
constexpr double kEpsilon = 1e-6;
constexpr double kBlock = 0.5;
constexpr double kOuter = 0.4, kInner = 0.15;
constexpr double kThree[] = {-1.7320508075688772, 0, 1.7320508075688772};  // Gauss and Hermite
constexpr double kThreeWeights[] = {1.0 / 6, 2.0 / 3, 1.0 / 6};

struct Symmetric {
  double a, b, c;  // elements 11, 12, 22
};
struct Averages {
  double log_z, first, second;  // of a group: ln Z, and what its two fields move
};

// E (<t t^T> - <t><t>^T), where the fields of a group deviate with the given covariance and the average over
// the deviations has the weight Z^x.
template <class Group>
Symmetric between(const Symmetric& covariance, Group group) {
  const double l11 = std::sqrt(covariance.a), l21 = covariance.b / l11,
               l22 = std::sqrt(std::max(0.0, covariance.c - l21 * l21));
  Symmetric out{};
  for (double z = -6; z <= 6; z += kOuter) {
    for (double z0 = -6; z0 <= 6; z0 += kOuter) {
      const double weight = kOuter * kOuter * std::exp(-0.5 * (z * z + z0 * z0)) / (2 * std::acos(-1.0));
      double n = 0, t = 0, u = 0, tt = 0, tu = 0, uu = 0, top = 0;
      for (int i = 0; i < 9; ++i) {
        const double x = kThree[i / 3], y = kThree[i % 3];
        const Averages g = group(z, z0, l11 * x, l21 * x + l22 * y);
        if (i == 0) top = g.log_z;
        const double w = kThreeWeights[i / 3] * kThreeWeights[i % 3] * std::exp(kBlock * (g.log_z - top));
        n += w;
        t += w * g.first;
        u += w * g.second;
        tt += w * g.first * g.first;
        tu += w * g.first * g.second;
        uu += w * g.second * g.second;
      }
      out.a += weight * (tt - t * t / n) / n;
      out.b += weight * (tu - t * u / n) / n;
      out.c += weight * (uu - u * u / n) / n;
    }
  }
  return out;
}

struct Literal {
  OrderParameters<double> o;
  Conjugates<double> c;

  Averages energetic(double z, double z0, double shift_tilde, double shift) const {
    const double u_tilde = (o.s_tilde * z0 + o.w * z) / std::sqrt(o.q0) + shift_tilde;
    const double u = std::sqrt(o.q0) * z0 + shift;
    const double root_v = std::sqrt(o.v), root_free = std::sqrt(o.one_less_q1);
    double n = 0, tilde = 0, hazard_w = 0;
    for (double z1 = -9; z1 <= 7; z1 += kInner) {
      const LogH a = log_h_terms((u_tilde + o.c1 * z1) / root_v);
      const LogH b = log_h_terms((u + std::sqrt(o.width) * z1) / root_free);
      const double w = std::exp(-0.5 * z1 * z1 + a.log_h + o.y * b.log_h);
      n += w;
      tilde += w * a.g;
      hazard_w += w * b.g;
    }
    return {std::log(n), tilde / n / root_v, hazard_w / n / root_free};
  }

  Averages entropic(double z, double z0, double shift_tilde, double shift) const {
    const double a_tilde =
        std::sqrt(c.determinant / c.q0_hat) * z + c.s_tilde_hat / std::sqrt(c.q0_hat) * z0 + shift_tilde;
    double n = 0, tilde = 0, t = 0;
    for (const double w_tilde : {-1.0, 1.0}) {
      for (double z1 = -8; z1 <= 8; z1 += kInner) {
        const double a = std::sqrt(c.width_hat) * z1 + std::sqrt(c.q0_hat) * z0 + shift +
                         w_tilde * (o.s_hat - c.s_tilde_hat);
        const double w = std::exp(-0.5 * z1 * z1 + w_tilde * a_tilde) * std::pow(2 * std::cosh(a), o.y);
        n += w;
        tilde += w * w_tilde;
        t += w * std::tanh(a);
      }
    }
    return {std::log(n), tilde / n, t / n};
  }

  double growth_between(const std::array<double, 3>& mode) const {
    const Symmetric overlaps{kEpsilon * mode[0], kEpsilon * mode[1], kEpsilon * mode[2]};
    Symmetric hats = between(overlaps, [&](auto... x) { return energetic(x...); });
    hats = {o.alpha * hats.a, o.alpha * hats.b, o.alpha * hats.c};
    const Symmetric back = between(hats, [&](auto... x) { return entropic(x...); });
    EXPECT_NEAR(back.b / back.a, mode[1] / mode[0], 1e-3);
    EXPECT_NEAR(back.c / back.a, mode[2] / mode[0], 1e-3);
    return back.a / overlaps.a;
  }

  // q2 = q1 + epsilon within a group: E < var(K) > over a field of variance epsilon, and back.
  double growth_within() const {
    double hat = 0, overlap = 0;
    for (const bool back : {false, true}) {
      const double spread = std::sqrt(back ? hat : kEpsilon);
      double sum = 0;
      for (double z = -6; z <= 6; z += kOuter) {
        for (double z0 = -6; z0 <= 6; z0 += kOuter) {
          const double weight = kOuter * kOuter * std::exp(-0.5 * (z * z + z0 * z0)) / (2 * std::acos(-1.0));
          double n = 0, variance = 0;
          const auto add = [&](double log_w, auto value, auto log_f, double at) {
            double f = 0, v = 0, vv = 0;
            for (int i = 0; i < 3; ++i) {
              const double x = at + spread * kThree[i];
              const double w = kThreeWeights[i] * std::exp(kBlock * log_f(x));
              f += w;
              v += w * value(x);
              vv += w * value(x) * value(x);
            }
            const double w = std::exp(log_w) * std::pow(f, o.y / kBlock);
            n += w;
            variance += w * (vv - v * v / f) / f;
          };
          for (double z1 = -9; z1 <= 8; z1 += kInner) {
            if (!back) {
              const double root_free = std::sqrt(o.one_less_q1);
              const double tilde =
                  ((o.s_tilde * z0 + o.w * z) / std::sqrt(o.q0) + o.c1 * z1) / std::sqrt(o.v);
              add(
                  -0.5 * z1 * z1 + log_h(tilde), [&](double u) { return hazard(u / root_free) / root_free; },
                  [&](double u) { return log_h(u / root_free); },
                  std::sqrt(o.q0) * z0 + std::sqrt(o.width) * z1);
              continue;
            }
            const double a_tilde =
                std::sqrt(c.determinant / c.q0_hat) * z + c.s_tilde_hat / std::sqrt(c.q0_hat) * z0;
            for (const double w_tilde : {-1.0, 1.0}) {
              add(
                  -0.5 * z1 * z1 + w_tilde * a_tilde, [](double a) { return std::tanh(a); },
                  [](double a) { return std::log(2 * std::cosh(a)); },
                  std::sqrt(c.width_hat) * z1 + std::sqrt(c.q0_hat) * z0 +
                      w_tilde * (o.s_hat - c.s_tilde_hat));
            }
          }
          sum += weight * variance / n;
        }
      }
      (back ? overlap : hat) = back ? sum : o.alpha * sum;
    }
    return overlap / kEpsilon;
  }
};

TEST(ReplicaStability, IsTheGrowthOfASmallDeviation) {
  const NewtonResult r = solved(classify, 0.6);
  ASSERT_TRUE(r.converged);
  const ReplicaStability s = stability_of(r, classify);
  const Literal literal{r.at.order, r.at.conjugate};
  EXPECT_NEAR(literal.growth_between(s.mode), s.between[0], 1e-3);
  EXPECT_NEAR(literal.growth_within(), s.within, 1e-3);
}

ReplicaStability at_fixed_y(double y) {
  RunControl control;
  const double distances[] = {0.1};
  CurveRequest request{classify, 0.6, y, {1.4, 2}};
  request.stability = true;
  return theory_curve(request, distances, control).at(0).stability.value();
}

// At y = 0 the reference does not feel the solutions around it.
TEST(ReplicaStability, AtYZeroTheReferenceIsTypical) {
  const Constraint plain{};
  const double typical = replicon(plain, equilibrium(plain, 0.6));
  double nearest = 1;
  for (const double value : at_fixed_y(0).between) nearest = std::min(nearest, std::abs(value - typical));
  EXPECT_LT(nearest, 1e-5);
}

// Two kinds of replicas that are exchangeable at y = 1.
TEST(ReplicaStability, AtYOneReferenceAndSolutionAreAlike) {
  const ReplicaStability s = at_fixed_y(1);
  EXPECT_NEAR(s.mode[0], s.mode[2], 1e-5);
  EXPECT_LE(std::abs(s.antisymmetric), s.between[0]);
}

TEST(ReplicaStability, HalvingTheStepsChangesNothing) {
  for (const LabelSource task : {classify, teacher}) {
    const NewtonResult r = solved(task, 0.5);
    const ReplicaStability usual = stability_of(r, task), fine = stability_of(r, task, 0.6);
    EXPECT_NEAR(usual.between[0], fine.between[0], 1e-8);
    EXPECT_NEAR(usual.within, fine.within, 1e-8);
  }
}

// Krauth and Mezard 1989: the symmetric solution is unstable only far beyond the capacity, from 1.015 on.
TEST(ReplicaStability, TypicalSolutionsAreStableUpToTheirCapacity) {
  const Constraint plain{};
  EXPECT_LT(replicon(plain, equilibrium(plain, 1.01)), 1);
  EXPECT_GT(replicon(plain, equilibrium(plain, 1.02)), 1);
}

}  // namespace
}  // namespace bitbasin::stability_test
