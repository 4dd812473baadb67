// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

namespace bitbasin {

// The inner average of the energetic part, over z with the weight
//   exp(-z^2/2) H(C)^y H(C~),   C = alpha0 + alpha1 z,   C~ = beta0 + beta1 z,   alpha1, beta1 >= 0.
// Written for x = z - origin, C = alpha0 + alpha1 x and so on.
struct InnerFields {
  double origin, alpha0, alpha1, beta0, beta1, y;
};

// The averages that the saddle point needs, and the derivatives of each by the five fields. K = G/H.
struct InnerAverages {
  enum Quantity : std::size_t { kLogZ, kHazard, kHazardTilde, kHazardVar, kHazardProduct, kLogTail, kCount };
  static constexpr std::size_t kFields = 5;  // alpha0, alpha1, beta0, beta1, y
  std::array<double, kCount> value;          // ln Z, <K>, <K~>, <K^2> - <K>^2, <K K~>, <ln H(C)>
  std::array<std::array<double, kFields>, kCount> slope;
  double hazard_slope2;  // <K'^2>
};

// The nodes for all averages of one evaluation, whose alpha1, beta1 and y are the same.
class InnerAverage {
 public:
  InnerAverage(double alpha1, double beta1, double y, double step);

  // `peak` is where the integrand was largest in a nearby call; it is updated.
  InnerAverages operator()(double alpha0, double beta0, double& peak);

  std::size_t nodes() const { return nodes_; }  // visited so far

 private:
  InnerFields fields(double alpha0, double beta0) const;
  double find_peak(const InnerFields& f, double x) const;

  double alpha1_, beta1_, y_, step_;
  double edge_;  // the C at which H(C)^y falls
  bool power_is_narrow_, step_is_narrow_;
  double broad_;  // 1 / width of the factors that are not narrow
  std::size_t nodes_ = 0;
};

}  // namespace bitbasin
