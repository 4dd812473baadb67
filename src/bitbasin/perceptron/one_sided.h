// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// The constraints of an instance as bounds from below, x . W >= least, one for each row: the patterns, and
// where sums are bounded from above as well, the patterns negated, for x . W <= c says (-x) . W >= -c. No
// weights violate both bounds of a pattern, so the violated rows are as many as the errors.
//
// This is how whatever learns or searches on a one-sided bound takes a two-sided one.
class OneSided {
 public:
  // The instance must outlive this object.
  explicit OneSided(const PerceptronInstance& instance);

  const BitMatrix& x() const { return both_.rows() > 0 ? both_ : x_; }
  std::int32_t least() const { return least_; }

 private:
  const BitMatrix& x_;
  BitMatrix both_;  // empty where one side is all there is
  std::int32_t least_;
};

}  // namespace bitbasin
