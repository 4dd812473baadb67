// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/one_sided.h"

#include <algorithm>
#include <cassert>

namespace bitbasin {

OneSided::OneSided(const PerceptronInstance& instance)
    : x_(instance.x), least_(static_cast<std::int32_t>(instance.sums().least)) {
  const SumRange sums = instance.sums();
  if (sums.most >= static_cast<std::int64_t>(instance.n())) return;
  assert(sums.least == -sums.most);
  const std::size_t patterns = instance.patterns();
  both_ = BitMatrix(2 * patterns, instance.n());
  for (std::size_t r = 0; r < patterns; ++r) {
    std::ranges::copy(x_.row(r), both_.row(r).begin());
    std::ranges::copy(x_.row(r), both_.row(patterns + r).begin());
    negate(both_.row(patterns + r), instance.n());
  }
}

}  // namespace bitbasin
