// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/equilibrium.h"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>

#include "bitbasin/base/error.h"
#include "bitbasin/math/compensated_sum.h"
#include "bitbasin/math/hyperbolic.h"
#include "bitbasin/math/log_h.h"
#include "bitbasin/math/root_two_pi.h"

namespace bitbasin {
namespace {

constexpr double kTypicalReach = 9.5;  // exp(-9.5^2 / 2) = 3e-20

// E f(z) under the normal measure for f analytic in a strip of half-width `strip`: the trapezoid rule errs by
// exp(-2 pi strip / h).
template <class Function>
double normal_mean(double strip, Function f) {
  const double h = std::min(0.5, strip / 6);  // exp(-12 pi) = 4e-17; 0.5: exp(-2 pi^2 / 0.25) for the weight
  const int count = static_cast<int>(kTypicalReach / h);
  CompensatedSum sum;
  for (int k = -count; k <= count; ++k) {
    const double z = k * h;
    sum += portable_exp(-0.5 * z * z) * f(z);
  }
  return sum.value() * h * kInverseRootTwoPi;
}

// Boost's root finders take a tolerance as a function.
const auto kAllDigits = boost::math::tools::eps_tolerance<double>(50);

template <class Function>
double root(Function f, double low, double high) {
  std::uintmax_t steps = 200;
  const auto bracket = boost::math::tools::toms748_solve(f, low, high, kAllDigits, steps);
  return (bracket.first + bracket.second) / 2;
}

// alpha(q^) of random labels grows towards 4 / pi; entropies are negative long before.
constexpr double kLargestQHat = 200;

}  // namespace

Equilibrium equilibrium_at_q_hat(LabelSource task, double q_hat) {
  const bool teacher = task == LabelSource::teacher;
  const double root_q_hat = std::sqrt(q_hat);
  const double shift = teacher ? q_hat : 0;
  const double strip = 1.57 / root_q_hat;  // the poles of tanh
  // 1 - q as a mean of positive terms. For a teacher E tanh = E tanh^2 (Nishimori), so sech^2 serves too.
  const double gap =
      normal_mean(strip, [=](double z) { return log_2cosh_terms(z * root_q_hat + shift).sech2; });
  const double log_cosh =
      normal_mean(strip, [=](double z) { return log_2cosh_terms(z * root_q_hat + shift).log_2cosh; });
  const double q = 1 - gap;
  const double scale = std::sqrt(q / gap);
  const double energetic_strip = 2.8 / scale;  // the zeros of H nearest to the real line: 1.9 +- 2.8 i
  const auto weight = [=](double u) { return teacher ? 2 * gaussian_tail(u) : 1.0; };
  const double hazard2 = normal_mean(energetic_strip, [=](double z) {
    const double u = z * scale;
    return weight(u) * hazard(u) * hazard(u);
  });
  const double log_tail = normal_mean(energetic_strip, [=](double z) {
    const double u = z * scale;
    return weight(u) == 0 ? 0 : weight(u) * log_h(u);
  });
  const double alpha = q_hat * gap / hazard2;
  const double entropy = -(teacher ? 1 + q : gap) * q_hat / 2 + log_cosh + alpha * log_tail;
  return {alpha, q, q_hat, entropy};
}

const Equilibrium& teacher_spinodal() {
  static const Equilibrium spinodal = [] {
    const auto minus_alpha = [](double q_hat) {
      return -equilibrium_at_q_hat(LabelSource::teacher, q_hat).alpha;
    };
    const auto best = boost::math::tools::brent_find_minima(minus_alpha, 1.0, 8.0, 40);
    return equilibrium_at_q_hat(LabelSource::teacher, best.first);
  }();
  return spinodal;
}

const Equilibrium& zero_entropy(LabelSource task) {
  static const auto find = [](LabelSource which, double low, double high) {
    return equilibrium_at_q_hat(
        which, root([=](double q_hat) { return equilibrium_at_q_hat(which, q_hat).entropy; }, low, high));
  };
  static const Equilibrium classify = find(LabelSource::classify, 0.5, 20);
  static const Equilibrium teacher = find(LabelSource::teacher, 0.5, teacher_spinodal().q_hat);
  return task == LabelSource::teacher ? teacher : classify;
}

std::optional<Equilibrium> equilibrium(LabelSource task, double alpha) {
  if (!(alpha > 0)) fail("expected alpha above 0 but it is {}", alpha);
  const double high = task == LabelSource::teacher ? teacher_spinodal().q_hat : kLargestQHat;
  const auto excess = [=](double log_q_hat) {
    return equilibrium_at_q_hat(task, portable_exp(log_q_hat)).alpha - alpha;
  };
  if (excess(portable_log(high)) < 0) return {};
  // alpha = q^ pi / 2 for small q^.
  double low = portable_log(alpha);
  while (excess(low) > 0) low -= 2;
  const double log_q_hat = root(excess, low, portable_log(high));
  return equilibrium_at_q_hat(task, portable_exp(log_q_hat));
}

}  // namespace bitbasin
