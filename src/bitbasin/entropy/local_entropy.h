// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "bitbasin/math/tanh_array.h"
#include "bitbasin/search/estimator.h"

namespace bitbasin {

// The logarithm of the number of solutions at distance d from the reference W~, per variable, in nats:
//
//   d(gamma) = (1 - S) / 2,   S = (1/N) dF/dgamma = (1/N) sum_i W~_i tanh(h_i + gamma W~_i)
//   s(d)     = F / N - gamma S                                       (Legendre)
//
// d falls as gamma grows. At gamma = 0 it is the distance to a typical solution, beyond which gamma is
// negative.
struct EntropyPoint {
  double distance = 0;
  double gamma = std::numeric_limits<double>::quiet_NaN();
  double entropy = std::numeric_limits<double>::quiet_NaN();  // NaN if no gamma leads to the distance
  bool converged = false;
};

// All solutions: at gamma = 0, F / N and the overlap of two of them, q = (1/N) sum_i tanh(h_i)^2.
struct BetheEntropy {
  double entropy = 0;
  double overlap = 0;
  bool converged = false;
};

template <Estimator E>
BetheEntropy bethe_entropy(E& estimator, Stream& stream, RunControl& control) {
  estimator.start(BitVector(estimator.variables()), 0, stream);
  const Convergence reached = estimator.reconverge(control);
  std::vector<double> m(estimator.variables());
  for (std::size_t i = 0; i < m.size(); ++i) m[i] = estimator.field(i);
  tanh_array(m, m);
  double overlap = 0;
  for (const double m_i : m) overlap += m_i * m_i;
  const auto n = static_cast<double>(m.size());
  return {estimator.free_entropy() / n, overlap / n, reached.converged};
}

namespace entropy_detail {

// Where the distance was measured.
struct Measured {
  double gamma;
  double distance;
  double entropy;
  bool converged;
};

// Follows the fixed point from one distance to the next. Too large a step can throw messages into another
// fixed point, frozen at the reference, which they never leave; so every trial starts from the messages of
// the last point on the side it came from.
template <Estimator E>
class Curve {
 public:
  Curve(E& estimator, RunControl& control)
      : estimator_(estimator), control_(control), m_(estimator.variables()) {}

  void start(const BitVector& reference, double gamma, Stream& stream) {
    estimator_.start(reference, gamma, stream);
    here_ = measure();
    state_ = estimator_.save();
  }

  // The point at a distance, or the nearest one found; the next search starts from there.
  Measured find(double distance) {
    const bool inwards = here_.distance > distance;
    const auto passed = [&](const Measured& p) { return (p.distance > distance) != inwards; };
    Measured beyond = here_;
    for (double step = kFirstStep; !stopped(); step *= 1.5) {
      const double gamma = std::clamp(here_.gamma + (inwards ? step : -step), kLeastGamma, kLargeGamma);
      beyond = from_here(gamma);
      if (passed(beyond)) return refine(distance, beyond, passed);
      if (gamma == kLeastGamma || gamma == kLargeGamma) break;
      keep(beyond);
    }
    return beyond;
  }

  static constexpr double kLargeGamma = 10;

 private:
  static constexpr double kFirstStep = 0.2;
  static constexpr double kLeastGamma = -8;
  static constexpr double kExact = 1e-7;  // in the distance
  static constexpr int kMostSteps = 60;

  bool stopped() const { return control_.stop_reason() != StopReason::none; }

  Measured measure() {
    const double gamma = estimator_.gamma();
    const Convergence reached = estimator_.reconverge(control_);
    const auto n = static_cast<double>(m_.size());
    const BitVector& w = estimator_.reference();
    for (std::size_t i = 0; i < m_.size(); ++i) m_[i] = estimator_.field(i) + gamma * w.sign(i);
    tanh_array(m_, m_);
    double overlap = 0;
    for (std::size_t i = 0; i < m_.size(); ++i) overlap += m_[i] * w.sign(i);
    overlap /= n;
    return {gamma, (1 - overlap) / 2, estimator_.free_entropy() / n - gamma * overlap, reached.converged};
  }
  Measured from_here(double gamma) {
    estimator_.restore(state_);
    estimator_.set_gamma(gamma);
    return measure();
  }
  void keep(const Measured& point) {
    here_ = point;
    state_ = estimator_.save();
  }

  // Regula falsi with Illinois' halving between here and a point on the other side of the distance.
  template <class Passed>
  Measured refine(double distance, Measured beyond, Passed passed) {
    double here_error = here_.distance - distance, beyond_error = beyond.distance - distance;
    Measured last = std::abs(here_error) < std::abs(beyond_error) ? here_ : beyond;
    int side = 0;
    for (int step = 0; step < kMostSteps && std::abs(last.distance - distance) > kExact; ++step) {
      if (stopped() || std::abs(beyond.gamma - here_.gamma) < 1e-9) break;
      last =
          from_here((here_.gamma * beyond_error - beyond.gamma * here_error) / (beyond_error - here_error));
      const double error = last.distance - distance;
      if (passed(last)) {
        beyond = last;
        beyond_error = error;
        if (side == 1) here_error /= 2;
        side = 1;
      } else {
        keep(last);
        here_error = error;
        if (side == -1) beyond_error /= 2;
        side = -1;
      }
    }
    return last;
  }

  E& estimator_;
  RunControl& control_;
  std::vector<double> m_;
  Measured here_{};
  typename E::State state_{};
};

// How far a measured point may be from the requested distance; the difference is corrected by ds/dd = 2
// gamma.
inline constexpr double kNearEnough = 1e-5;

inline EntropyPoint as_point(double distance, const Measured& measured) {
  if (std::abs(measured.distance - distance) > kNearEnough) return {distance};
  const double correction = 2 * measured.gamma * (distance - measured.distance);
  return {distance, measured.gamma, measured.entropy + correction, measured.converged};
}

}  // namespace entropy_detail

// The local entropy at each of the distances, from 0 to 1, in their order. Distance 0 is the reference
// itself: entropy 0 if it is a solution. The curve is followed inwards from gamma = 0. Points that are not
// found that way, because messages converge only near the reference, are searched outwards from a large
// gamma.
template <Estimator E>
std::vector<EntropyPoint> local_entropy(E& estimator, const BitVector& reference,
                                        std::span<const double> distances, Stream& stream,
                                        RunControl& control) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<EntropyPoint> points(distances.size());
  std::vector<std::size_t> order;  // farthest first
  estimator.start(reference, 0, stream);
  for (std::size_t k = 0; k < distances.size(); ++k) {
    points[k] = {distances[k]};
    if (distances[k] > 0)
      order.push_back(k);
    else if (estimator.energy() == 0)
      points[k] = {0, kInfinity, 0, true};
  }
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t k) { return distances[k]; });

  entropy_detail::Curve<E> curve(estimator, control);
  const auto follow = [&](double gamma) {
    curve.start(reference, gamma, stream);
    for (const std::size_t k : order) {
      if (points[k].converged || control.stop_reason() != StopReason::none) continue;
      const EntropyPoint found = entropy_detail::as_point(distances[k], curve.find(distances[k]));
      if (found.converged || std::isnan(points[k].entropy)) points[k] = found;
    }
  };
  const auto all_converged = [&] {
    return std::ranges::all_of(order, [&](std::size_t k) { return points[k].converged; });
  };
  if (!order.empty()) follow(0);
  if (!all_converged()) {
    std::ranges::reverse(order);
    follow(entropy_detail::Curve<E>::kLargeGamma);
  }
  return points;
}

}  // namespace bitbasin
