// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "bitbasin/base/parallel.h"
#include "bitbasin/math/compensated_sum.h"
#include "bitbasin/math/log_h.h"
#include "bitbasin/math/mills.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/math/tanh_array.h"
#include "bitbasin/perceptron/messages/pattern_products.h"

namespace bitbasin {

// sum_i f(v_i) in a fixed order, eight sums side by side: fast, and the same for every number of threads.
template <class F>
double ordered_sum(std::span<const double> v, F f) {
  double part[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= v.size(); i += 8) {
    for (std::size_t j = 0; j < 8; ++j) part[j] += f(v[i + j]);
  }
  for (; i < v.size(); ++i) part[0] += f(v[i]);
  return ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
}

// Belief propagation on the perceptron in its O(N + P) form (approximate message passing): the messages
// of one pattern differ between synapses only by terms of order 1/N, which the two Onsager terms account
// for. One iteration is two products with the patterns and N + P special functions:
//
//   V   = sum_i (1 - m_i^2)
//   w_k = sum_i x_ki m_i - V G_k            G_k of the iteration before
//   G_k = g((w_k - kappa) / sqrt V) / sqrt V          g(z) = phi(z) / Phi(z), kappa a margin
//   u_i = sum_k x_ki G_k + m_i sum_k [((w_k - kappa) / V) G_k + G_k^2]
//   theta_i = total(i, u_i),  m_i = tanh theta_i
//
// `total` adds what else acts on a synapse: reinforcement, a tilt, other replicas.
template <PatternOperator Patterns>
class Amp {
 public:
  Amp(Patterns& patterns, int threads)
      : patterns_(patterns),
        threads_(threads),
        theta_(patterns.n()),
        m_(patterns.n()),
        u_(patterns.n()),
        g_(patterns.patterns()),
        w_(patterns.patterns()) {}

  // Starts from given fields, with no memory of earlier iterations.
  void start(std::span<const double> theta) {
    std::ranges::copy(theta, theta_.begin());
    std::ranges::fill(g_, 0.0);
    magnetise();
  }

  template <class Total>
  void iterate(double kappa, Total total) {
    patterns_.forward(m_, w_);
    const double v = variance();
    const double root = std::sqrt(v);
    parallel_ranges(g_.size(), kGrain, threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        w_[k] -= v * g_[k] + kappa;
        g_[k] = -w_[k] / root;
      }
      const std::span z(g_.data() + begin, end - begin);
      mills_g(z, z);
      // From here w_k is the k-th term of the second Onsager sum: nobody needs w_k itself any more.
      for (std::size_t k = begin; k < end; ++k) {
        g_[k] /= root;
        w_[k] = g_[k] * (w_[k] / v + g_[k]);
      }
    });
    const double onsager = ordered_sum(w_, [](double term) { return term; });
    patterns_.backward(g_, u_);
    parallel_ranges(theta_.size(), kGrain, threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        u_[i] += m_[i] * onsager;
        theta_[i] = std::clamp(total(i, u_[i]), -kLargestField, kLargestField);
      }
      tanh_array(std::span(theta_).subspan(begin, end - begin), std::span(m_).subspan(begin, end - begin));
    });
  }

  // Changes the total field of one synapse, as when something outside has changed.
  void add_field(std::size_t i, double change) {
    theta_[i] = std::clamp(theta_[i] + change, -kLargestField, kLargestField);
    tanh_array({&theta_[i], 1}, {&m_[i], 1});
  }

  // The Bethe free entropy in nats, under external fields e_i that are part of theta_i, at a fixed point with
  // kappa = 0:
  //
  //   F = sum_i [log 2 cosh(u_i + e_i) - m_i u_i] + sum_k [log H(-w_k / sqrt V) + V G_k^2 / 2]
  double free_entropy(std::span<const double> external) {
    patterns_.forward(m_, w_);
    const double v = variance(), root = std::sqrt(v);
    CompensatedSum sum;
    for (std::size_t i = 0; i < m_.size(); ++i) {
      const double field = std::abs(u_[i] + external[i]);
      sum += field + portable_log1p(portable_exp(-2 * field)) - m_[i] * u_[i];
    }
    for (std::size_t k = 0; k < g_.size(); ++k) {
      sum += log_h(v * g_[k] / root - w_[k] / root) + v * g_[k] * g_[k] / 2;
    }
    return sum.value();
  }

  std::span<const double> theta() const { return theta_; }
  std::span<const double> m() const { return m_; }
  std::span<const double> u() const { return u_; }

  // All that an iteration starts from, to go back to.
  struct State {
    std::vector<double> theta, m, u, g;
  };
  State save() const { return {theta_, m_, u_, g_}; }
  void restore(const State& state) {
    theta_ = state.theta;
    m_ = state.m;
    u_ = state.u;
    g_ = state.g;
  }

 private:
  // V -> 0 as the fields polarise; the argument of g must stay finite. Below one synapse's worth of variance
  // the direction of the update no longer depends on it.
  static constexpr double kLeastVariance = 0.5;
  static constexpr double kLargestField = 30;  // 1 - tanh(30) is below double precision
  static constexpr std::size_t kGrain = 4096;  // values that are worth a thread: ten microseconds

  void magnetise() { tanh_array(theta_, m_); }
  double variance() const {
    return std::max(kLeastVariance, ordered_sum(m_, [](double m) { return 1 - m * m; }));
  }

  Patterns& patterns_;
  int threads_;
  std::vector<double> theta_, m_, u_;  // per synapse
  std::vector<double> g_, w_;          // per pattern
};

}  // namespace bitbasin
