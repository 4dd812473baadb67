// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "bitbasin/rng/philox.h"

namespace bitbasin {

// Skips between successes: how many independent trials of probability p fail before the next one succeeds, so
// that rare events among many trials cost one draw each. Inversion of the distribution function, U in steps
// of 2^-53.
class GeometricSkips {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  explicit GeometricSkips(double p);  // p in [0, 1]

  // Takes one word of the stream, whatever p is. 0 for p = 1; kNever for p = 0 and for results that do not
  // fit.
  std::uint64_t next(Stream& stream) const;

 private:
  double scale_;  // 1 / log(1 - p)
};

}  // namespace bitbasin
