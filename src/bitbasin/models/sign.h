// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "bitbasin/models/channel.h"

namespace bitbasin {

// The sign constraint with a margin: x . W > t = kappa sqrt(N), kappa of either sign.
//
//   z = (w - T) / sqrt V:   log Z = log Phi(z),   G = g(z) / sqrt V,   Gam = (z / sqrt V) G + G^2
class SignModel {
 public:
  static constexpr std::string_view kName = "sign";

  // Whether a sum is allowed, by definition.
  static bool allows(double sum, double t) { return sum > t; }
  // The allowed sums of n signs.
  static SumRange allowed_sums(std::size_t n, double t);

  explicit SignModel(const SumRange& sums) : SignModel(static_cast<double>(sums.least - 1)) {}
  // For a continuous sum, as in the theory.
  explicit SignModel(double threshold) : threshold_(threshold) {}

  double threshold() const { return threshold_; }  // T
  SignModel tightened(double margin) const { return SignModel(threshold_ + margin); }
  void respond(double v, std::span<double> w, std::span<double> g) const;
  double log_z(double w, double v) const;

 private:
  double threshold_;
};
static_assert(Channel<SignModel>);

}  // namespace bitbasin
