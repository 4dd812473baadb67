// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "bitbasin/base/label_source.h"
#include "bitbasin/math/dual.h"

namespace bitbasin {

// The unknowns of the saddle point, chosen so that any values keep 0 < v < 1 - q~, q1 > q0 and w real; the
// three control parameters follow them, as further directions of differentiation. In the overlaps themselves
// Newton's method gets stuck.
enum Unknown : std::size_t {
  kLogGap,    // ln(1 - q~)
  kLogit,     // ln(v / (1 - q~ - v)), v = 1 - q~ - (S - S~)^2 / (q1 - q0)
  kLogWidth,  // ln(q1 - q0)
  kW,         // w with w^2 = q~ q0 - S~^2; its sign has no meaning, but solutions pass through w = 0 smoothly
  kSHat,      // S^
  kY,         // y
  kS,         // S = 1 - 2 d
  kAlpha,     // alpha
  kR,         // R, teacher only
  kRho,       // rho~ = (R~ - R S~ / q0) sqrt(q0) / w, teacher only: regular at w = 0
};

// Directions of a dual number: everything above, with or without the teacher.
template <LabelSource kTask>
inline constexpr std::size_t kDirections = kTask == LabelSource::teacher ? 10 : 8;

// The order parameters, in the notation of the 2015 paper's supplement. T: double or a dual number.
template <class T>
struct OrderParameters {
  T alpha, y, s;
  T gap;    // 1 - q~
  T width;  // q1 - q0
  T v, w, s_hat;
  T q_tilde, q1, q0, s_tilde;
  T excess;       // S - S~
  T one_less_q1;  // 1 - q1
  T c1;           // (S - S~) / sqrt(q1 - q0)
  T r, rho, r_tilde;
};

// From the unknowns, double or dual. The teacher's are read only where there is one.
template <class T, class Unknowns>
OrderParameters<T> order_parameters(const Unknowns& x, LabelSource task) {
  using std::exp;
  using std::sqrt;
  OrderParameters<T> p;
  p.alpha = x[kAlpha];
  p.y = x[kY];
  p.s = x[kS];
  p.gap = exp(x[kLogGap]);
  p.width = exp(x[kLogWidth]);
  const T odds = exp(x[kLogit]);
  p.v = p.gap * odds / (1.0 + odds);
  p.c1 = sqrt(p.gap / (1.0 + odds));
  p.w = x[kW];
  p.s_hat = x[kSHat];
  p.excess = p.c1 * sqrt(p.width);
  p.s_tilde = p.s - p.excess;
  p.q_tilde = 1.0 - p.gap;
  p.q0 = (p.w * p.w + p.s_tilde * p.s_tilde) / p.q_tilde;
  p.q1 = p.q0 + p.width;
  p.one_less_q1 = 1.0 - p.q1;
  p.r = 0.0;
  p.rho = 0.0;
  p.r_tilde = 0.0;
  if (task == LabelSource::teacher) {
    p.r = x[kR];
    p.rho = x[kRho];
    p.r_tilde = p.r * p.s_tilde / p.q0 + p.rho * p.w / sqrt(p.q0);
  }
  return p;
}

// Whether Gaussian fields with these overlaps exist.
inline bool feasible(const OrderParameters<double>& p) {
  return p.gap > 0 && p.gap < 1 && p.width > 0 && p.v > 0 && p.q0 > 0 && p.one_less_q1 > 0 &&
         p.r * p.r / p.q0 + p.rho * p.rho < 1 && std::isfinite(p.s_hat) && p.y >= 0;
}

// What the energetic part of the action gives: alpha G_E, alpha E<ln H(C)> and the conjugate parameters.
template <class T>
struct Conjugates {
  T g_e;       // alpha G_E
  T log_tail;  // alpha E <ln H(C)>
  T q0_hat, q_tilde_hat, s_tilde_hat;
  T width_hat;    // q1^ - q0^, a variance
  T determinant;  // q~^ q0^ - S~^2 >= 0
  T s_force;      // alpha E <K(C) K(C~)> / sqrt(v (1 - q1)): the derivative of phi / y by S is s_force - S^
  T r_hat, r_tilde_hat;
};

// What the entropic part gives back: the right-hand sides of the equations for the overlaps.
template <class T>
struct Overlaps {
  T g_s;        // G_S
  T log_2cosh;  // E <ln 2cosh A>
  T gap, width, excess, one_less_q1, q0, s;
  T r, r_tilde;
};

// How one part of the action responds to a deviation from the symmetry of replicas (stability.h): the average
// of X_ik X_jl by rows (i j) and columns (k l) for W~ and W, where X is the response of a group of replicas,
// and the average of the square of the response of a single W.
struct ReplicaResponse {
  std::array<std::array<double, 4>, 4> between{};
  double within = 0;

  ReplicaResponse& operator+=(const ReplicaResponse& b) {
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t column = 0; column < 4; ++column) between[row][column] += b.between[row][column];
    }
    within += b.within;
    return *this;
  }
  void add(double weight, const std::array<std::array<double, 2>, 2>& x) {
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t column = 0; column < 4; ++column) {
        between[row][column] += weight * x[row / 2][column / 2] * x[row % 2][column % 2];
      }
    }
  }
};

}  // namespace bitbasin
