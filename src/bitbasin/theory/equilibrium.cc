// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/equilibrium.h"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <numbers>
#include <variant>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/math/compensated_sum.h"
#include "bitbasin/math/hyperbolic.h"
#include "bitbasin/math/log_h.h"
#include "bitbasin/math/root_two_pi.h"
#include "bitbasin/models/any_model.h"

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

EnergeticMeans energetic_means(const Constraint& constraint, double q) {
  const double gap = 1 - q, root = std::sqrt(q);
  // As for the sign constraint, whose zeros of Z are nearest to the real line; see equilibrium_at_q_hat.
  const double strip = 2.8 * std::sqrt(gap / std::max(q, 1e-300));
  const double h = std::min(0.5, strip / 6);
  const int count = q == 0 ? 0 : static_cast<int>(kTypicalReach / h);
  std::vector<double> mean, g(static_cast<std::size_t>(2 * count + 1));
  for (int k = -count; k <= count; ++k) mean.push_back(root * k * h);
  std::vector<double> gam = mean;
  CompensatedSum log_z, g2, gam2, norm;
  std::visit(
      [&](const auto& channel) {
        channel.respond(gap, gam, g);
        for (int k = -count; k <= count; ++k) {
          const auto i = static_cast<std::size_t>(k + count);
          const double weight = portable_exp(-0.5 * (k * h) * (k * h));
          norm += weight;
          log_z += weight * channel.log_z(mean[i], gap);
          g2 += weight * g[i] * g[i];
          gam2 += weight * gam[i] * gam[i];
        }
      },
      continuous_channel(constraint.kind, constraint.kappa));
  return {log_z.value() / norm.value(), g2.value() / norm.value(), gam2.value() / norm.value()};
}

// Solutions of a symmetric constraint come in pairs W, -W, and at equilibrium are uncorrelated.
bool has_no_direction(const Constraint& constraint) {
  return constraint.kind == ConstraintKind::symmetric;
}

Equilibrium without_direction(const Constraint& constraint, double alpha) {
  return {alpha, 0, 0, std::numbers::ln2 + alpha * energetic_means(constraint, 0).log_z};
}

MeansAtOverlap means_of(const Constraint& constraint) {
  return [constraint](double q, bool) { return energetic_means(constraint, q); };
}

Equilibrium equilibrium_at_q_hat(const MeansAtOverlap& means_at, double q_hat) {
  const double root_q_hat = std::sqrt(q_hat), strip = 1.57 / root_q_hat;
  const double gap = normal_mean(strip, [=](double z) { return log_2cosh_terms(z * root_q_hat).sech2; });
  const double log_cosh =
      normal_mean(strip, [=](double z) { return log_2cosh_terms(z * root_q_hat).log_2cosh; });
  const EnergeticMeans means = means_at(1 - gap, false);
  const double alpha = q_hat / means.g2;
  return {alpha, 1 - gap, q_hat, -gap * q_hat / 2 + log_cosh + alpha * means.log_z};
}

// Beyond these the capacity is above 10^4 or below 10^-1 patterns per synapse.
constexpr double kLargestKappa = 4;

void check_kappa(const Constraint& constraint) {
  const bool symmetric = constraint.kind == ConstraintKind::symmetric;
  const double least = symmetric ? 1e-6 : -kLargestKappa;
  if (constraint.kappa >= least && constraint.kappa <= kLargestKappa) return;
  fail("expected kappa from {} to {} for the theory of the {} constraint, got {}", least, kLargestKappa,
       to_string(constraint.kind), constraint.kappa);
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

Equilibrium zero_entropy_of(const MeansAtOverlap& means) {
  const auto entropy = [&](double log_q_hat) {
    return equilibrium_at_q_hat(means, portable_exp(log_q_hat)).entropy;
  };
  double high = 0;
  while (entropy(high) > 0) high += 1;
  double low = high - 1;
  while (entropy(low) < 0) low -= 1;
  return equilibrium_at_q_hat(means, portable_exp(root(entropy, low, high)));
}

Equilibrium equilibrium_of(const MeansAtOverlap& means, double alpha) {
  if (!(alpha > 0)) fail("expected alpha above 0, got {}", alpha);
  const auto excess = [&](double log_q_hat) {
    return equilibrium_at_q_hat(means, portable_exp(log_q_hat)).alpha - alpha;
  };
  double high = 0;
  while (excess(high) < 0) {
    high += 0.5;
    if (high > portable_log(kLargestQHat)) {
      fail("expected an alpha that the theory reaches, below {:.4g}, got {}",
           equilibrium_at_q_hat(means, kLargestQHat).alpha, alpha);
    }
  }
  double low = high - 1;
  while (excess(low) > 0) low -= 2;
  return equilibrium_at_q_hat(means, portable_exp(root(excess, low, high)));
}

double replicon_of(const MeansAtOverlap& means, const Equilibrium& at) {
  const double root_q_hat = std::sqrt(at.q_hat);
  const double spread2 = normal_mean(1.57 / std::max(root_q_hat, 1e-9), [=](double z) {
    const double sech2 = log_2cosh_terms(z * root_q_hat).sech2;
    return sech2 * sech2;
  });
  return at.alpha * means(at.q, true).gam2 * spread2;
}

Equilibrium zero_entropy(const Constraint& constraint) {
  check_kappa(constraint);
  if (constraint.is_plain()) return zero_entropy(LabelSource::classify);
  if (has_no_direction(constraint)) {
    return without_direction(constraint, -std::numbers::ln2 / energetic_means(constraint, 0).log_z);
  }
  return zero_entropy_of(means_of(constraint));
}

Equilibrium equilibrium(const Constraint& constraint, double alpha) {
  check_kappa(constraint);
  if (!(alpha > 0)) fail("expected alpha above 0, got {}", alpha);
  return has_no_direction(constraint) ? without_direction(constraint, alpha)
                                      : equilibrium_of(means_of(constraint), alpha);
}

double replicon(const Constraint& constraint, const Equilibrium& at) {
  return replicon_of(means_of(constraint), at);
}

std::optional<Equilibrium> equilibrium(LabelSource task, double alpha) {
  if (!(alpha > 0)) fail("expected alpha above 0, got {}", alpha);
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
