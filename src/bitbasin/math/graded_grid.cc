// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/graded_grid.h"

#include <cmath>

#include "bitbasin/math/portable_log.h"

namespace bitbasin {
namespace {

double portable_asinh(double x) {
  const double a = std::abs(x);
  return std::copysign(portable_log1p(a + a * a / (1 + std::sqrt(1 + a * a))), x);
}

// A node that is off by this fraction of the spacing causes a relative error of at most as much; Newton's
// method converges quadratically.
constexpr double kClose = 1e-7;

}  // namespace

double GradedMap::t(double x) const {
  double sum = x / step_;
  for (const Feature& f : features_) sum += f.nodes * portable_asinh((x - f.center) / f.width);
  return sum;
}

double GradedMap::density(double x) const {
  double sum = 1 / step_;
  for (const Feature& f : features_) {
    const double u = x - f.center;
    sum += f.nodes / std::sqrt(f.width * f.width + u * u);
  }
  return sum;
}

double GradedMap::inverse(double target, double low, double high, double guess) const {
  double x = guess;
  for (int i = 0; i < 200; ++i) {
    const double miss = t(x) - target;
    const double after = x - miss / density(x);
    if (std::abs(miss) < kClose) return after;
    (miss > 0 ? high : low) = x;
    x = after > low && after < high ? after : low + (high - low) / 2;
  }
  return x;
}

double GradedMap::next(double x, int direction) const {
  const double target = t(x) + direction;
  const double half = x + 0.5 * direction / density(x);
  const double guess = x + direction / density(half);
  // t grows at least like x / step.
  return direction > 0 ? inverse(target, x, x + 1.01 * step_, guess)
                       : inverse(target, x - 1.01 * step_, x, guess);
}

GradedGrid graded_grid(double low, double high, double anchor, double step,
                       std::span<const Feature> features) {
  const GradedMap map(step, features);
  const double at = map.t(anchor);
  const auto first = static_cast<long>(std::ceil(map.t(low) - at));
  const auto last = static_cast<long>(std::floor(map.t(high) - at));
  GradedGrid grid;
  double x = low;
  for (long k = first; k <= last; ++k) {
    x = k == 0 ? anchor : map.inverse(at + static_cast<double>(k), low, high, x);
    grid.nodes.push_back(x);
    grid.weights.push_back(1 / map.density(x));
  }
  return grid;
}

}  // namespace bitbasin
