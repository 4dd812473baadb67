// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "bitbasin/base/parallel.h"
#include "bitbasin/math/compensated_sum.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/math/tanh_array.h"
#include "bitbasin/models/any_model.h"
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

// q, the overlap of the messages.
inline double mean_square(std::span<const double> m) {
  return ordered_sum(m, [](double a) { return a * a; }) /
         static_cast<double>(std::max<std::size_t>(1, m.size()));
}

// Belief propagation on the perceptron in its O(N + P) form (approximate message passing): the messages
// of one pattern differ between synapses only by terms of order 1/N, which the two Onsager terms account
// for. One iteration is two products with the patterns and N + P special functions:
//
//   V   = sum_i (1 - m_i^2)
//   w_k = sum_i x_ki m_i - V G_k            G_k of the previous iteration
//   G_k = d log Z(w_k, V) / dw,   Gam_k = -dG_k / dw       Z: models/channel.h, with a margin
//   u_i = sum_k x_ki G_k + m_i sum_k Gam_k
//   theta_i = total(i, u_i),   m_i = tanh theta_i
//
// `total` adds what else acts on a synapse: reinforcement, a tilt, other replicas. With several units, each
// has its own V, w, G and Gam, and the channel combines them.
template <PatternOperator Patterns, class Channel = AnyModel>
class Amp {
 public:
  Amp(Patterns& patterns, const Channel& channel, int threads)
      : patterns_(patterns),
        channel_(channel),
        threads_(threads),
        theta_(patterns.n()),
        m_(patterns.n()),
        u_(patterns.n()),
        g_(patterns.units() * patterns.patterns()),
        w_(g_.size()),
        v_(patterns.units()) {}

  // Starts from given fields, with no memory of earlier iterations.
  void start(std::span<const double> theta) {
    std::ranges::copy(theta, theta_.begin());
    std::ranges::fill(g_, 0.0);
    margin_ = 0;
    magnetise();
  }

  template <class Total>
  void iterate(double margin, Total total) {
    iterate_blocks(margin, [&](std::size_t first, std::span<const double> u, std::span<double> theta) {
      for (std::size_t i = 0; i < u.size(); ++i) theta[i] = total(first + i, u[i]);
    });
  }

  // The same for a block of synapses at a time: total(first, u, theta) turns the old fields theta of the
  // synapses from `first` on into the new ones.
  template <class Total>
  void iterate_blocks(double margin, Total total) {
    patterns_.forward(m_, w_);
    find_variances();
    margin_ = margin;
    respond();
    // From here w_k is Gam_k, a term of the second Onsager sum.
    const std::size_t units = v_.size(), inputs = m_.size() / units, patterns = g_.size() / units;
    patterns_.backward(g_, u_);
    for (std::size_t l = 0; l < units; ++l) {
      const double onsager =
          ordered_sum(std::span(w_).subspan(l * patterns, patterns), [](double term) { return term; });
      parallel_ranges(inputs, kGrain, threads_, [&](std::size_t begin, std::size_t end) {
        const std::size_t first = l * inputs + begin, count = end - begin;
        const auto theta = std::span(theta_).subspan(first, count);
        for (std::size_t i = first; i < first + count; ++i) u_[i] += m_[i] * onsager;
        total(first, std::span<const double>(u_).subspan(first, count), theta);
        for (double& field : theta) field = std::clamp(field, -kLargestField, kLargestField);
        tanh_array(theta, std::span(m_).subspan(first, count));
      });
    }
  }

  // Changes the total field of one synapse, for example when an external field has changed.
  void add_field(std::size_t i, double change) {
    theta_[i] = std::clamp(theta_[i] + change, -kLargestField, kLargestField);
    tanh_array({&theta_[i], 1}, {&m_[i], 1});
  }

  // The Bethe free entropy in nats, under external fields e_i that are part of theta_i, at a fixed point:
  //
  //   F = sum_i [log 2 cosh(u_i + e_i) - m_i u_i] + sum_k [log Z(w_k, V) + V G_k^2 / 2]
  double free_entropy(std::span<const double> external) {
    CompensatedSum sum;
    for (std::size_t i = 0; i < m_.size(); ++i) {
      const double field = std::abs(u_[i] + external[i]);
      sum += field + portable_log1p(portable_exp(-2 * field)) - m_[i] * u_[i];
    }
    add_pattern_terms(sum);
    return sum.value();
  }

  // What the patterns contribute to it: adds log Z(w_k, V) + V G_k^2 / 2 for each, Z with the last margin.
  void add_pattern_terms(CompensatedSum& sum) {
    patterns_.forward(m_, w_);
    find_variances();
    const std::size_t patterns = g_.size() / v_.size();
    std::vector<double> w(v_.size());
    for (std::size_t k = 0; k < patterns; ++k) {
      double reaction = 0;  // V G^2 / 2, summed over the units
      for (std::size_t l = 0; l < v_.size(); ++l) {
        const double g = g_[l * patterns + k];
        w[l] = w_[l * patterns + k] - v_[l] * g;
        reaction += v_[l] * g * g / 2;
      }
      sum += log_z(w) + reaction;
    }
  }

  // V of a unit, in the mean over units.
  double variance() const {
    return std::max(kLeastVariance,
                    ordered_sum(m_, [](double m) { return 1 - m * m; }) / static_cast<double>(v_.size()));
  }

  std::span<const double> theta() const { return theta_; }
  std::span<const double> m() const { return m_; }
  std::span<const double> u() const { return u_; }

  // Everything that an iteration starts from, so that it can be restored.
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
  static constexpr std::size_t kGrain = 4096;  // values that justify a thread: ten microseconds of work

  // Whether the channel has one unit.
  static constexpr bool kOneUnit = std::is_same_v<Channel, AnyModel>;

  void magnetise() { tanh_array(theta_, m_); }
  void find_variances() {
    const std::size_t inputs = m_.size() / v_.size();
    for (std::size_t l = 0; l < v_.size(); ++l) {
      v_[l] = std::max(kLeastVariance, ordered_sum(std::span(m_).subspan(l * inputs, inputs),
                                                   [](double m) { return 1 - m * m; }));
    }
  }

  void respond() {
    const auto all = [&](const auto& channel) {
      const std::size_t patterns = g_.size() / v_.size();
      parallel_ranges(patterns, kGrain, threads_, [&](std::size_t begin, std::size_t end) {
        if constexpr (kOneUnit) {
          channel.respond(v_[0], std::span(w_).subspan(begin, end - begin),
                          std::span(g_).subspan(begin, end - begin));
        } else {
          channel.respond(v_, w_, g_, patterns, begin, end);
        }
      });
    };
    if constexpr (kOneUnit) {
      std::visit([&](const auto& channel) { all(channel.tightened(margin_)); }, channel_);
    } else {
      all(channel_.tightened(margin_));
    }
  }

  double log_z(std::span<const double> w) const {
    if constexpr (kOneUnit) {
      return std::visit([&](const auto& channel) { return channel.tightened(margin_).log_z(w[0], v_[0]); },
                        channel_);
    } else {
      return channel_.tightened(margin_).log_z(w, v_);
    }
  }

  Patterns& patterns_;
  Channel channel_;
  int threads_;
  double margin_ = 0;                  // of the last iteration
  std::vector<double> theta_, m_, u_;  // per synapse
  std::vector<double> g_, w_;          // per pattern, unit after unit
  std::vector<double> v_;              // per unit
};

}  // namespace bitbasin
