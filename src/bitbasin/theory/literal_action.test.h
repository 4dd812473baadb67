// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>

#include "bitbasin/math/log_h.h"
#include "bitbasin/theory/saddle.h"

namespace bitbasin {

// The action as the paper's supplement prints it, with the order parameters and conjugates as they are and
// three nested trapezoid rules: slow, for tests, and only for mild parameters (v not small, y of order 1).
struct LiteralParameters {
  double alpha, y, s;
  double q_tilde, q1, q0, s_tilde, r, r_tilde;
  double q_tilde_hat, q1_hat, q0_hat, s_hat, s_tilde_hat, r_hat, r_tilde_hat;
};

inline LiteralParameters literal(const SaddleEvaluation& at) {
  const auto& o = at.order;
  const auto& c = at.conjugate;
  return {o.alpha,
          o.y,
          o.s,
          o.q_tilde,
          o.q1,
          o.q0,
          o.s_tilde,
          o.r,
          o.r_tilde,
          c.q_tilde_hat,
          c.q0_hat + c.width_hat,
          c.q0_hat,
          o.s_hat,
          c.s_tilde_hat,
          c.r_hat,
          c.r_tilde_hat};
}

namespace literal_detail {

inline double weight(double z, double step) {
  return step * std::exp(-0.5 * z * z) / std::sqrt(2 * std::acos(-1.0));
}

// Integral of Dz f(z).
template <class Function>
double gaussian(double step, double low, double high, Function f) {
  double sum = 0;
  for (double z = low; z <= high; z += step) sum += weight(z, step) * f(z);
  return sum;
}

}  // namespace literal_detail

inline double literal_entropic(const LiteralParameters& p, double step) {
  using literal_detail::gaussian;
  const double reach = 7.5;
  const double a_tilde_z = std::sqrt(p.q_tilde_hat - p.s_tilde_hat * p.s_tilde_hat / p.q0_hat);
  const double a_tilde_z0 = p.s_tilde_hat / std::sqrt(p.q0_hat);
  return gaussian(step, -reach, reach, [&](double z0) {
    double inner[2];
    for (const int w : {-1, 1}) {
      inner[w > 0] = gaussian(step, -reach - 2, reach + 2, [&](double z1) {
        const double a = z1 * std::sqrt(p.q1_hat - p.q0_hat) + z0 * std::sqrt(p.q0_hat) + p.r_hat +
                         w * (p.s_hat - p.s_tilde_hat);
        return std::pow(2 * std::cosh(a), p.y);
      });
    }
    return gaussian(step, -reach, reach, [&](double z) {
      const double a_tilde = z * a_tilde_z + z0 * a_tilde_z0 + p.r_tilde_hat;
      return std::log(std::exp(a_tilde) * inner[1] + std::exp(-a_tilde) * inner[0]);
    });
  });
}

inline double literal_energetic(const LiteralParameters& p, double step) {
  using literal_detail::gaussian;
  const double reach = 7.5;
  const double w = std::sqrt(p.q_tilde * p.q0 - p.s_tilde * p.s_tilde);
  const double x =
      w * w - (p.q_tilde * p.r * p.r + p.q0 * p.r_tilde * p.r_tilde - 2 * p.r * p.r_tilde * p.s_tilde);
  const double width = p.q1 - p.q0;
  const double excess = p.s - p.s_tilde;
  const double root = std::sqrt(width * (1 - p.q_tilde) - excess * excess);
  const double inner_step = step / 2;
  return 2 * gaussian(step, -reach, reach, [&](double z) {
           return gaussian(step, -reach, reach, [&](double z0) {
             const double eta =
                 (w * p.r * z0 + (p.q0 * p.r_tilde - p.r * p.s_tilde) * z) / (std::sqrt(p.q0) * std::sqrt(x));
             double inner = 0;
             for (double z1 = -32; z1 <= 8; z1 += inner_step) {
               const double c = (z1 * std::sqrt(width) + z0 * std::sqrt(p.q0)) / std::sqrt(1 - p.q1);
               const double c_tilde =
                   (excess * z1 + std::sqrt(width / p.q0) * (p.s_tilde * z0 + w * z)) / root;
               inner += inner_step * std::exp(-0.5 * z1 * z1 + log_h(c_tilde) + p.y * log_h(c));
             }
             return gaussian_tail(eta) * (std::log(inner) - 0.5 * std::log(2 * std::acos(-1.0)));
           });
         });
}

// phi(S, y); the last two arguments may be reused from a call with the same parameters.
inline double literal_action(const LiteralParameters& p, double g_s, double g_e) {
  return -0.5 * (1 - p.q_tilde) * p.q_tilde_hat - p.y / 2 * (1 - p.q1) * p.q1_hat -
         p.y * p.y / 2 * (p.q1 * p.q1_hat - p.q0 * p.q0_hat) + p.y * p.s_tilde * p.s_tilde_hat -
         p.y * p.s * p.s_hat - p.r_tilde * p.r_tilde_hat - p.y * p.r * p.r_hat + g_s + p.alpha * g_e;
}

}  // namespace bitbasin
