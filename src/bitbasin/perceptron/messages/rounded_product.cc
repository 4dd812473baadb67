// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/rounded_product.h"

#include "bitbasin/base/error.h"

namespace bitbasin {

void check_product_size(std::size_t n, std::size_t patterns) {
  if (n <= kMaxProductCols && patterns <= kMaxProductCols) return;
  fail("expected at most {} synapses and as many patterns, whose sums fit 32 bits, got {} and {}",
       kMaxProductCols, n, patterns);
}

}  // namespace bitbasin
