// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
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
  double entropy = std::numeric_limits<double>::quiet_NaN();  // NaN where no gamma leads to the distance
  bool converged = false;
};

// All solutions: F / N at gamma = 0.
struct BetheEntropy {
  double entropy = 0;
  bool converged = false;
};

template <Estimator E>
BetheEntropy bethe_entropy(E& estimator, Stream& stream, RunControl& control) {
  estimator.start(BitVector(estimator.variables()), 0, stream);
  const Convergence reached = estimator.reconverge(control);
  return {estimator.free_entropy() / static_cast<double>(estimator.variables()), reached.converged};
}

namespace entropy_detail {

// Where the distance was measured.
struct Measured {
  double gamma;
  double distance;
  double entropy;
  bool converged;
};

template <Estimator E>
class Curve {
 public:
  Curve(E& estimator, RunControl& control)
      : estimator_(estimator), control_(control), m_(estimator.variables()) {}

  Measured at(double gamma) {
    estimator_.set_gamma(gamma);
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

  // The point of a distance, looked for from `from`, a point nearer to the reference, on.
  Measured find(double distance, const Measured& from) {
    Measured near = from, far = from;
    for (double step = kFirstStep; far.distance < distance; step *= 1.5) {
      if (far.gamma <= kLeastGamma || stopped()) return far;
      near = far;
      far = at(std::max(far.gamma - step, kLeastGamma));
    }
    return refine(distance, near, far);
  }

 private:
  static constexpr double kFirstStep = 0.2;
  static constexpr double kLeastGamma = -8;
  static constexpr double kExact = 1e-7;  // in the distance
  static constexpr int kMostSteps = 60;

  bool stopped() const { return control_.stop_reason() != StopReason::none; }

  // Regula falsi with Illinois' halving between a point that is too near and one that is too far.
  Measured refine(double distance, Measured near, Measured far) {
    double near_error = near.distance - distance, far_error = far.distance - distance;
    Measured last = std::abs(near_error) < std::abs(far_error) ? near : far;
    int side = 0;
    for (int step = 0; step < kMostSteps && std::abs(last.distance - distance) > kExact; ++step) {
      if (stopped() || near.gamma - far.gamma < 1e-12) break;
      last = at((near.gamma * far_error - far.gamma * near_error) / (far_error - near_error));
      const double error = last.distance - distance;
      if (error < 0) {
        near = last;
        near_error = error;
        if (side == -1) far_error /= 2;
        side = -1;
      } else {
        far = last;
        far_error = error;
        if (side == 1) near_error /= 2;
        side = 1;
      }
    }
    return last;
  }

  E& estimator_;
  RunControl& control_;
  std::vector<double> m_;
};

// How far a measured point may lie from the distance asked for; the rest is corrected by ds/dd = 2 gamma.
inline constexpr double kNearEnough = 1e-5;

inline EntropyPoint as_point(double distance, const Measured& measured) {
  if (std::abs(measured.distance - distance) > kNearEnough) return {distance};
  const double correction = 2 * measured.gamma * (distance - measured.distance);
  return {distance, measured.gamma, measured.entropy + correction, measured.converged};
}

}  // namespace entropy_detail

// The local entropy at each of the distances, from 0 to 1, in their order. Distance 0 is the reference
// itself: entropy 0 if it is a solution.
template <Estimator E>
std::vector<EntropyPoint> local_entropy(E& estimator, const BitVector& reference,
                                        std::span<const double> distances, Stream& stream,
                                        RunControl& control) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<EntropyPoint> points(distances.size());
  std::vector<std::size_t> order(distances.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return distances[k]; });
  entropy_detail::Curve<E> curve(estimator, control);
  // A large gamma ties the measure to the reference, where messages converge at once: start there.
  constexpr double kLargeGamma = 8;
  bool started = false;
  entropy_detail::Measured from{};
  for (const std::size_t k : order) {
    const double distance = distances[k];
    points[k] = {distance};
    if (distance == 0) {
      if (estimator.variables() > 0) estimator.start(reference, kLargeGamma, stream);
      if (estimator.energy() == 0) points[k] = {0, kInfinity, 0, true};
      continue;
    }
    if (control.stop_reason() != StopReason::none) continue;
    if (!started) {
      // Free variables lie at d = (1 - tanh gamma) / 2; constraints only bring them nearer.
      const double least = distance;
      const double gamma = std::min(kLargeGamma, std::atanh(std::clamp(1 - 2 * least, -0.999, 1.0)) + 0.1);
      estimator.start(reference, gamma, stream);
      from = curve.at(gamma);
      started = true;
    }
    from = curve.find(distance, from);
    points[k] = entropy_detail::as_point(distance, from);
  }
  return points;
}

}  // namespace bitbasin
