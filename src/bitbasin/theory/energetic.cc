// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/energetic.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bitbasin/base/parallel.h"
#include "bitbasin/math/log_h.h"
#include "bitbasin/math/root_two_pi.h"
#include "bitbasin/theory/energetic_inner.h"

namespace bitbasin {
namespace {

// Nodes outside this circle have a weight below exp(-29.6) = 1e-13.
constexpr double kRadius = 7.7;
// Steps of the outer trapezoid rules: the weight alone allows 0.7 (error exp(-2 pi^2 / 0.49)), averages of K
// over fields of variance sigma^2 about 0.6 sigma (zeros of H 2.8 sigma off the real line).
constexpr double kEnergeticStep = 0.7;
constexpr double kFieldStep = 0.62;
// Solutions need 0.1 at the least; smaller steps occur only far from any solution, where they would waste
// time.
constexpr double kShortestStep = 0.05;

template <class T>
struct RowSums {
  T log_z = 0.0, log_tail = 0.0, hazard2 = 0.0, hazard_var = 0.0, tilde2 = 0.0, cross = 0.0, product = 0.0,
    teacher = 0.0, teacher_tilde = 0.0;

  void operator+=(const RowSums& b) {
    log_z += b.log_z;
    log_tail += b.log_tail;
    hazard2 += b.hazard2;
    hazard_var += b.hazard_var;
    tilde2 += b.tilde2;
    cross += b.cross;
    product += b.product;
    teacher += b.teacher;
    teacher_tilde += b.teacher_tilde;
  }
};

// The parameters of the fields: C = alpha0 + alpha1 z1 with alpha0 = a z0, C~ = beta0 + beta1 z1 with
// beta0 = b z0 + c z~; eta = d z0 + e z~.
template <class T>
struct Fields {
  T alpha1, beta1, a, b, c, d, e;
};

template <LabelSource kTask, class T>
Fields<T> fields(const OrderParameters<T>& p) {
  Fields<T> f;
  const T root_q0 = sqrt(p.q0);
  const T root_v = sqrt(p.v);
  const T root_free = sqrt(p.one_less_q1);
  f.alpha1 = sqrt(p.width) / root_free;
  f.beta1 = p.c1 / root_v;
  f.a = root_q0 / root_free;
  f.b = p.s_tilde / (root_q0 * root_v);
  f.c = p.w / (root_q0 * root_v);
  if constexpr (kTask == LabelSource::teacher) {
    const T rho0 = p.r / root_q0;
    const T tau = sqrt(1.0 - rho0 * rho0 - p.rho * p.rho);
    f.d = rho0 / tau;
    f.e = p.rho / tau;
  }
  return f;
}

// One row of the outer integral: a value of z0, all values of z~.
template <LabelSource kTask, class T>
RowSums<T> row_sums(const Fields<T>& f, const T& y, double z0, double tilde_step, InnerAverage& inner) {
  using Q = InnerAverages;
  RowSums<T> sums;
  T alpha0 = 0.0;
  alpha0.add(z0, f.a);
  const int count = static_cast<int>(std::sqrt(std::max(0.0, kRadius * kRadius - z0 * z0)) / tilde_step);
  double peak = 0;
  for (int k = count; k >= -count; --k) {
    const double z = k * tilde_step;
    const double weight = portable_exp(-0.5 * (z * z + z0 * z0));
    T beta0 = 0.0;
    beta0.add(z0, f.b).add(z, f.c);
    const InnerAverages in = inner(alpha0.value, beta0.value, peak);
    const auto average = [&](Q::Quantity q) {
      T x(in.value[q]);
      const auto& slope = in.slope[q];
      x.chain(slope[0], alpha0).chain(slope[1], f.alpha1).chain(slope[2], beta0).chain(slope[3], f.beta1);
      return x.chain(slope[4], y);
    };
    const T hazard = average(Q::kHazard);
    const T tilde = average(Q::kHazardTilde);
    const auto add = [&](RowSums<T>& to, const T& factor) {
      to.log_z += factor * average(Q::kLogZ);
      to.log_tail += factor * average(Q::kLogTail);
      to.hazard_var += factor * average(Q::kHazardVar);
      to.hazard2 += factor * hazard * hazard;
      to.tilde2 += factor * tilde * tilde;
      to.cross += factor * hazard * tilde;
      to.product += factor * average(Q::kHazardProduct);
    };
    if constexpr (kTask == LabelSource::teacher) {
      T eta = 0.0;
      eta.add(z0, f.d).add(z, f.e);
      const double density = kInverseRootTwoPi * portable_exp(-0.5 * eta.value * eta.value);
      add(sums, lift(eta, 2 * weight * gaussian_tail(eta.value), -2 * weight * density));
      const T twice = lift(eta, 2 * weight * density, -2 * weight * density * eta.value);
      sums.teacher += twice * hazard;
      sums.teacher_tilde += twice * tilde;
    } else {
      add(sums, T(weight));
    }
  }
  return sums;
}

struct OuterSteps {
  double z0, tilde;
};

// The steps in z0 and z~, from how fast the arguments of H move in units of their widths. Where H(C)^y is
// active, z1 follows z0 and keeps a variance of 1 / (1 + y alpha1^2); what is left of the motion of C~ is the
// difference of two slopes, which vanishes with w.
template <class T>
OuterSteps outer_steps(const Fields<T>& f, const OrderParameters<T>& p, double scale) {
  const double alpha1 = f.alpha1.value;
  const double beta1 = f.beta1.value;
  const double pressed = 1 + p.y.value * alpha1 * alpha1;
  const double smear = std::sqrt(1 + beta1 * beta1 / pressed);
  const double free_motion = f.b.value / std::sqrt(1 + beta1 * beta1);
  const double pressed_motion =
      std::abs(f.b.value - beta1 * f.a.value * p.y.value * alpha1 / pressed) / smear;
  const double motion = std::max({f.a.value / std::max(1.0, alpha1), free_motion, pressed_motion});
  return {scale * std::clamp(kFieldStep / motion, kShortestStep, kEnergeticStep),
          scale * std::clamp(kFieldStep * smear / std::abs(f.c.value), kShortestStep, kEnergeticStep)};
}

}  // namespace

template <LabelSource kTask>
Conjugates<Dual<kDirections<kTask>>> energetic(const OrderParameters<Dual<kDirections<kTask>>>& p,
                                               const TheoryQuadrature& quadrature, EnergeticWork* work) {
  using T = Dual<kDirections<kTask>>;
  const Fields<T> f = fields<kTask>(p);
  const double y = p.y.value;
  const double alpha1 = f.alpha1.value;
  const double beta1 = f.beta1.value;
  const OuterSteps steps = outer_steps(f, p, quadrature.step);
  const double step0 = steps.z0;
  const double tilde_step = steps.tilde;
  const int half = static_cast<int>(kRadius / step0);
  std::vector<RowSums<T>> rows(static_cast<std::size_t>(2 * half + 1));
  std::vector<std::size_t> nodes(rows.size());
  parallel_ranges(rows.size(), 1, quadrature.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      InnerAverage inner(alpha1, beta1, y, quadrature.step);
      rows[i] = row_sums<kTask>(f, p.y, (static_cast<int>(i) - half) * step0, tilde_step, inner);
      nodes[i] = inner.nodes();
    }
  });
  RowSums<T> sums;
  for (const RowSums<T>& row : rows) sums += row;
  if (work != nullptr) {
    for (const std::size_t n : nodes) work->inner_nodes += n;
  }

  const T scale = p.alpha * (step0 * tilde_step * kInverseRootTwoPi * kInverseRootTwoPi);
  const T free = p.one_less_q1;
  const T mixed = sqrt(p.v * free);
  Conjugates<T> c;
  c.g_e = scale * sums.log_z;
  c.log_tail = scale * sums.log_tail;
  c.q0_hat = scale * sums.hazard2 / free;
  c.width_hat = scale * sums.hazard_var / free;
  c.q_tilde_hat = scale * sums.tilde2 / p.v;
  c.s_tilde_hat = scale * sums.cross / mixed;
  c.determinant = c.q_tilde_hat * c.q0_hat - c.s_tilde_hat * c.s_tilde_hat;
  c.s_force = scale * sums.product / mixed;
  c.r_hat = 0.0;
  c.r_tilde_hat = 0.0;
  if constexpr (kTask == LabelSource::teacher) {
    const T rho0 = p.r / sqrt(p.q0);
    const T tau = sqrt(1.0 - rho0 * rho0 - p.rho * p.rho);
    c.r_hat = scale * sums.teacher / (tau * sqrt(free));
    c.r_tilde_hat = scale * sums.teacher_tilde / (tau * sqrt(p.v));
  }
  return c;
}

template <LabelSource kTask>
ReplicaResponse energetic_response(const OrderParameters<Dual<kDirections<kTask>>>& p,
                                   const TheoryQuadrature& quadrature) {
  using T = Dual<kDirections<kTask>>;
  using Q = InnerAverages;
  const Fields<T> f = fields<kTask>(p);
  const OuterSteps steps = outer_steps(f, p, quadrature.step);
  const double root_v = std::sqrt(p.v.value), root_free = std::sqrt(p.one_less_q1.value);
  const double norm = p.alpha.value * steps.z0 * steps.tilde * kInverseRootTwoPi * kInverseRootTwoPi;
  const int half = static_cast<int>(kRadius / steps.z0);
  std::vector<ReplicaResponse> rows(static_cast<std::size_t>(2 * half + 1));
  parallel_ranges(rows.size(), 1, quadrature.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      InnerAverage inner(f.alpha1.value, f.beta1.value, p.y.value, quadrature.step);
      const double z0 = (static_cast<int>(i) - half) * steps.z0;
      const int count = static_cast<int>(std::sqrt(std::max(0.0, kRadius * kRadius - z0 * z0)) / steps.tilde);
      double peak = 0;
      for (int k = count; k >= -count; --k) {
        const double z = k * steps.tilde;
        double weight = norm * portable_exp(-0.5 * (z * z + z0 * z0));
        if constexpr (kTask == LabelSource::teacher) {
          weight *= 2 * gaussian_tail(z0 * f.d.value + z * f.e.value);
        }
        const InnerAverages in = inner(z0 * f.a.value, z0 * f.b.value + z * f.c.value, peak);
        const auto &w = in.slope[Q::kHazard], &tilde = in.slope[Q::kHazardTilde];  // by alpha0, ., beta0
        rows[i].add(weight, {{{tilde[2] / (root_v * root_v), tilde[0] / (root_v * root_free)},
                              {w[2] / (root_free * root_v), w[0] / (root_free * root_free)}}});
        rows[i].within += weight * in.hazard_slope2 / (p.one_less_q1.value * p.one_less_q1.value);
      }
    }
  });
  ReplicaResponse sum;
  for (const ReplicaResponse& row : rows) sum += row;
  return sum;
}

template Conjugates<Dual<8>> energetic<LabelSource::classify>(const OrderParameters<Dual<8>>&,
                                                              const TheoryQuadrature&, EnergeticWork*);
template Conjugates<Dual<10>> energetic<LabelSource::teacher>(const OrderParameters<Dual<10>>&,
                                                              const TheoryQuadrature&, EnergeticWork*);

template ReplicaResponse energetic_response<LabelSource::classify>(const OrderParameters<Dual<8>>&,
                                                                   const TheoryQuadrature&);
template ReplicaResponse energetic_response<LabelSource::teacher>(const OrderParameters<Dual<10>>&,
                                                                  const TheoryQuadrature&);

}  // namespace bitbasin
