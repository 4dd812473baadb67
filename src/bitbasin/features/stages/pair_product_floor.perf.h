// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace bitbasin {

// The given number of pair products of sixteen lanes (pair_product-inl.h), on operands that stay in a few
// cache lines: nothing to gather, and the sums are not used. The best that a kernel of such products could
// reach.
std::int32_t bare_pair_products(std::size_t lines);

}  // namespace bitbasin
