// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/edge_bp.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "bitbasin/math/tanh_array.h"

namespace bitbasin {
namespace {

constexpr double kLargestMessage = 30;  // 1 - tanh(30) is below double precision

}  // namespace

EdgeBp::EdgeBp(const PerceptronInstance& instance, Accuracy accuracy)
    : x_(instance.x),
      channel_(channel_of(instance.constraint, instance.n())),
      sums_(instance.sums()),
      accuracy_(accuracy),
      u_(instance.n() * instance.patterns()),
      external_(instance.n()),
      theta_(instance.n()),
      cavity_(instance.n()),
      m_(instance.n()),
      fresh_(instance.n()),
      plus_(instance.n()),
      ratio_(instance.n()) {}

void EdgeBp::start(std::span<const double> external) {
  std::ranges::fill(u_, 0.0);
  std::ranges::copy(external, external_.begin());
  std::ranges::copy(external, theta_.begin());
}

double EdgeBp::sweep() {
  const std::size_t n = x_.cols();
  const std::vector<double> before = theta_;
  for (std::size_t k = 0; k < x_.rows(); ++k) {
    double* u = u_.data() + k * n;
    for (std::size_t i = 0; i < n; ++i) cavity_[i] = theta_[i] - u[i];
    respond(k);
    for (std::size_t i = 0; i < n; ++i) {
      u[i] = fresh_[i];
      theta_[i] = cavity_[i] + u[i];
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
  tanh_array(theta_, m);
  return m;
}

void EdgeBp::respond(std::size_t k) {
  tanh_array(cavity_, m_);
  respond_gaussian(k);
  if (accuracy_ == Accuracy::exact) respond_exact(k);
  for (double& message : fresh_) message = std::clamp(message, -kLargestMessage, kLargestMessage);
}

void EdgeBp::respond_gaussian(std::size_t k) {
  constexpr double kLeastVariance = 1e-12;
  double mean = 0, variance = 0;
  for (std::size_t i = 0; i < m_.size(); ++i) {
    mean += x_.sign(k, i) * m_[i];
    variance += 1 - m_[i] * m_[i];
  }
  const auto respond = [&](const auto& channel) {
    for (std::size_t i = 0; i < m_.size(); ++i) {
      const double x = x_.sign(k, i);
      const double others = mean - x * m_[i];
      const double spread = std::max(kLeastVariance, variance - (1 - m_[i] * m_[i]));
      fresh_[i] = (channel.log_z(others + x, spread) - channel.log_z(others - x, spread)) / 2;
    }
  };
  std::visit(respond, channel_);
}

// Where a probability is too small for a double the message of the Gaussian stays.
void EdgeBp::respond_exact(std::size_t k) {
  for (std::size_t i = 0; i < m_.size(); ++i) plus_[i] = (1 + x_.sign(k, i) * m_[i]) / 2;
  exact_.respond(plus_, sums_, ratio_);
  for (std::size_t i = 0; i < m_.size(); ++i) {
    if (std::isfinite(ratio_[i])) fresh_[i] = x_.sign(k, i) * ratio_[i];
  }
}

}  // namespace bitbasin
