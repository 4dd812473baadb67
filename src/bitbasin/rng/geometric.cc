// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/rng/geometric.h"

#include "bitbasin/base/error.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {

GeometricSkips::GeometricSkips(double p) {
  if (!(0 <= p && p <= 1)) fail("expected a probability between 0 and 1, got {}", p);
  // -0.0 for p = 1 and -inf for p = 0, as they should be.
  scale_ = 1.0 / portable_log1p(-p);
}

std::uint64_t GeometricSkips::next(Stream& stream) const {
  // P(skip >= k) = P(log U <= k log(1 - p)) = (1 - p)^k.
  const double skip = portable_log(uniform_open(stream)) * scale_;
  return skip < 0x1p64 ? static_cast<std::uint64_t>(skip) : kNever;
}

}  // namespace bitbasin
