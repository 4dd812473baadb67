// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/edge_bp.h"

#include <algorithm>
#include <cmath>

#include "bitbasin/math/log_h.h"

namespace bitbasin {

EdgeBp::EdgeBp(const PerceptronInstance& instance)
    : instance_(instance),
      u_(instance.n() * instance.patterns()),
      external_(instance.n()),
      theta_(instance.n()) {}

double EdgeBp::sweep() {
  const std::size_t n = instance_.n();
  std::vector<double> m(n);
  const std::vector<double> before = theta_;
  for (std::size_t k = 0; k < instance_.patterns(); ++k) {
    double* u = u_.data() + k * n;
    double mean = 0, variance = 0;
    for (std::size_t i = 0; i < n; ++i) {
      m[i] = std::tanh(theta_[i] - u[i]);
      mean += instance_.x.sign(k, i) * m[i];
      variance += 1 - m[i] * m[i];
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double x = instance_.x.sign(k, i);
      const double others = mean - x * m[i];
      const double root = std::sqrt(std::max(1e-12, variance - (1 - m[i] * m[i])));
      const double fresh = (log_h(-(others + x) / root) - log_h(-(others - x) / root)) / 2;
      theta_[i] += fresh - u[i];
      u[i] = fresh;
    }
  }
  double change = 0;
  for (std::size_t i = 0; i < n; ++i) change = std::max(change, std::abs(theta_[i] - before[i]));
  return change;
}

void EdgeBp::set_external(std::span<const double> field) {
  for (std::size_t i = 0; i < theta_.size(); ++i) {
    theta_[i] += field[i] - external_[i];
    external_[i] = field[i];
  }
}

std::vector<double> EdgeBp::magnetisations() const {
  std::vector<double> m(theta_.size());
  std::ranges::transform(theta_, m.begin(), [](double theta) { return std::tanh(theta); });
  return m;
}

}  // namespace bitbasin
