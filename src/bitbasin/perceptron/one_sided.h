// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// The constraints of an instance as bounds from below, x . W >= least, one for each row: the patterns, and if
// sums are also bounded from above, the negated patterns, because x . W <= c means (-x) . W >= -c. No weights
// violate both bounds of a pattern, so the number of violated rows is the number of errors.
//
// This lets algorithms that know only one-sided bounds handle two-sided ones.
class OneSided {
 public:
  // The instance must outlive this object.
  explicit OneSided(const PerceptronInstance& instance);

  const BitMatrix& x() const { return both_.rows() > 0 ? both_ : x_; }
  std::int32_t least() const { return least_; }

 private:
  const BitMatrix& x_;
  BitMatrix both_;  // empty if the constraint is one-sided
  std::int32_t least_;
};

}  // namespace bitbasin
