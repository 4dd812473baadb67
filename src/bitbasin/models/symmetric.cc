// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/models/symmetric.h"

#include <algorithm>
#include <array>

#include "bitbasin/math/log_h.h"
#include "bitbasin/math/mills.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/models/lattice.h"

namespace bitbasin {

SumRange SymmetricModel::allowed_sums(std::size_t n, double t) {
  const std::int64_t most = last_sum_within(n, t);
  return {-most, most};
}

SymmetricModel SymmetricModel::tightened(double margin) const {
  return SymmetricModel(std::max(threshold_ - margin, threshold_ / 10));
}

void SymmetricModel::respond(double v, std::span<double> w, std::span<double> g) const {
  constexpr std::size_t kBlock = 512;  // sums whose hazards are computed at a time: they fit in the L1 cache
  std::array<double, kBlock> near, far;
  const double root = std::sqrt(v), twice = -2 * threshold_ / v;
  for (std::size_t first = 0; first < w.size(); first += kBlock) {
    const std::size_t count = std::min(kBlock, w.size() - first);
    const auto means = w.subspan(first, count), fields = g.subspan(first, count);
    for (std::size_t k = 0; k < count; ++k) {
      means[k] -= v * fields[k];
      const double size = std::abs(means[k]);
      near[k] = (size - threshold_) / root;
      far[k] = (size + threshold_) / root;
    }
    const std::span hazard_near(near.data(), count), hazard_far(far.data(), count);
    mills_g(hazard_near, hazard_near);
    mills_g(hazard_far, hazard_far);
    for (std::size_t k = 0; k < count; ++k) {
      const double size = std::abs(means[k]);
      const double e = portable_exp(twice * size);
      const double z = 1 / near[k] - e / far[k];  // Z / phi(B); infinite deep inside, where G and Gam are 0
      const double force = (1 - e) / (root * z);
      const double b = (size - threshold_) / root, a = (size + threshold_) / root;
      fields[k] = means[k] > 0 ? -force : force;
      means[k] = force * force + (a * e - b) / (v * z);
    }
  }
}

double SymmetricModel::log_z(double w, double v) const {
  const double root = std::sqrt(v), size = std::abs(w);
  const double b = (size - threshold_) / root, a = (size + threshold_) / root;
  if (b < 0) return portable_log1p(-(gaussian_tail(-b) + gaussian_tail(a)));
  return log_h(b) + portable_log1p(-portable_exp(log_h(a) - log_h(b)));
}

}  // namespace bitbasin
