// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <span>

namespace bitbasin {

// A sum with a second variable for what rounding loses (Neumaier, ZAMM 1974): the error of the result is
// about one rounding, however many terms there are and however they cancel, as long as the sum of |terms|
// stays below 1e16 times the result.
class CompensatedSum {
 public:
  void add(double term) {
    const double sum = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - sum) + term : (term - sum) + sum_;
    sum_ = sum;
  }
  CompensatedSum& operator+=(double term) {
    add(term);
    return *this;
  }
  double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

inline double compensated_sum(std::span<const double> terms) {
  CompensatedSum sum;
  for (const double term : terms) sum.add(term);
  return sum.value();
}

}  // namespace bitbasin
