// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "bitbasin/math/portable_log.h"

namespace bitbasin {

// Lowers log(V / N), the variance of the messages, steadily by a coupling that polarises them: a controller
// with an integral and a proportional part. At a coupling that grows by itself, V falls by a factor of 20 at
// once where the synapses freeze, and the messages never converge again. The target runs ahead of V: at the
// end V / N is 3e-4 to 3e-3, which is where solutions appear.
class VarianceGovernor {
 public:
  struct Gains {
    double integral, proportional;
  };

  // From a first coupling up to the largest; `last` is the target of V / N at the end.
  VarianceGovernor(const Gains& gains, double first, double largest, double last)
      : gains_(gains), coupling_(first), largest_(largest), last_(portable_log(last)) {}

  // The descent begins at V / N = v.
  void begin(double v) { begin_ = portable_log(v); }

  // The coupling after a fraction f of the descent.
  double coupling(double f, double v) {
    const double target = begin_ + (last_ - begin_) * f;
    const double excess = portable_log(v) - target;
    coupling_ = std::clamp(coupling_ + gains_.integral * excess, 0.0, largest_);
    return std::clamp(coupling_ + gains_.proportional * excess, 0.0, largest_);
  }

 private:
  Gains gains_;
  double coupling_;  // the integral part
  double largest_, last_;
  double begin_ = 0;
};

}  // namespace bitbasin
