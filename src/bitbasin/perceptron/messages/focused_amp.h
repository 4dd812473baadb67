// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bitbasin/math/compensated_sum.h"
#include "bitbasin/math/focusing_field.h"
#include "bitbasin/perceptron/messages/amp.h"
#include "bitbasin/perceptron/messages/focusing_terms.h"

namespace bitbasin {

// What is known of y replicas tied by gamma to a reference W~, per weight and in nats.
struct FocusingEntropy {
  double free_entropy = 0;   // log sum_W~ (sum_{W solution} exp(gamma W~ . W))^y
  double overlap = 0;        // S, of the replicas with the reference
  double local_entropy = 0;  // of the solutions at distance (1 - S) / 2 from a reference
};

// Message passing of one machine for y replicas of it (fbp.h).
template <PatternOperator Patterns, class Channel = AnyModel>
class FocusedAmp {
 public:
  FocusedAmp(Patterns& patterns, const Channel& channel, int threads)
      : amp_(patterns, channel, threads), phi_(patterns.n()) {}

  void start(std::span<const double> theta) { amp_.start(theta); }

  void iterate(double gamma, double y, double margin, double damping) {
    gamma_ = gamma;
    y_ = y;
    const double fresh = 1 - damping;
    amp_.iterate_blocks(margin, [&](std::size_t first, std::span<const double> u, std::span<double> theta) {
      const auto phi = std::span(phi_).subspan(first, u.size());
      focusing_field(gamma, y, u, phi);
      for (std::size_t i = 0; i < u.size(); ++i) theta[i] = damping * theta[i] + fresh * (u[i] + phi[i]);
    });
  }

  std::span<const double> theta() const { return amp_.theta(); }
  std::span<const double> m() const { return amp_.m(); }
  double variance() const { return amp_.variance(); }

  // At a fixed point of the last couplings, for a finite gamma:
  //
  //   F = y sum_k [log Z(w_k, V) + V G_k^2 / 2] + sum_i [log sum_s (2 cosh(u_i + s gamma))^y - y m_i u_i],
  //
  // local entropy = (dF / dy) / N - gamma S. The replicas have their patterns in common, which makes this an
  // approximation for y > 1; y = 1 is plain belief propagation, with S = tanh gamma.
  FocusingEntropy entropy() {
    CompensatedSum patterns, sites, by_y, agreement;
    amp_.add_pattern_terms(patterns);
    for (std::size_t i = 0; i < phi_.size(); ++i) {
      const double u = amp_.u()[i], reaction = amp_.m()[i] * u;
      const FocusingTerms terms = focusing_terms(u, gamma_, y_);
      sites += terms.log_sum - y_ * reaction;
      by_y += terms.mean_log - reaction;
      agreement += terms.agreement;
    }
    const auto n = static_cast<double>(phi_.size());
    const double overlap = agreement.value() / n;
    return {(y_ * patterns.value() + sites.value()) / n, overlap,
            (patterns.value() + by_y.value()) / n - gamma_ * overlap};
  }

 private:
  Amp<Patterns, Channel> amp_;
  double gamma_ = 0, y_ = 1;  // of the last iteration
  std::vector<double> phi_;
};

}  // namespace bitbasin
