// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>

#include "bitbasin/models/channel.h"

namespace bitbasin {

// The symmetric constraint (Aubin, Perkins and Zdeborova 2019): |x . W| <= t = kappa sqrt(N). Solutions come
// in pairs W, -W. With B = (|w| - T) / sqrt V, A = (|w| + T) / sqrt V, the density phi and its tail H,
//
//   Z = H(B) - H(A),   |G| = (phi(B) - phi(A)) / (Z sqrt V),   Gam = G^2 + (A phi(A) - B phi(B)) / (Z V),
//
// where G points towards w = 0. Everything is divided by phi(B), so that nothing vanishes when w is far
// outside: Z / phi(B) = H(B) / phi(B) - e H(A) / phi(A), e = phi(A) / phi(B) = exp(-2 T |w| / V).
class SymmetricModel {
 public:
  static constexpr std::string_view kName = "symmetric";

  // Whether a sum is allowed, by definition.
  static bool allows(double sum, double t) { return std::abs(sum) <= t; }
  // The allowed sums of n signs.
  static SumRange allowed_sums(std::size_t n, double t);

  explicit SymmetricModel(const SumRange& sums) : SymmetricModel(static_cast<double>(sums.most + 1)) {}
  // For a continuous sum, as in the theory.
  explicit SymmetricModel(double threshold) : threshold_(threshold) {}

  double threshold() const { return threshold_; }  // T
  // Takes away at most nine tenths of the width.
  SymmetricModel tightened(double margin) const;
  void respond(double v, std::span<double> w, std::span<double> g) const;
  double log_z(double w, double v) const;

 private:
  double threshold_;
};
static_assert(Channel<SymmetricModel>);

}  // namespace bitbasin
