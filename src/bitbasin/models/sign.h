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

  // What is no error, by definition.
  static bool allows(double sum, double t) { return sum > t; }
  // The same on the lattice: the sums of n signs.
  static SumRange allowed_sums(std::size_t n, double t);

  explicit SignModel(const SumRange& sums) : SignModel(static_cast<double>(sums.least - 1)) {}
  // In units where the sum is a continuous number, as in the theory.
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
