// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace bitbasin {

// So many pair products of sixteen lanes (pair_product-inl.h), on operands that never leave the first cache
// lines: nothing to gather, nothing to do with the sums. What a kernel of such products could reach at best.
std::int32_t bare_pair_products(std::size_t lines);

}  // namespace bitbasin
