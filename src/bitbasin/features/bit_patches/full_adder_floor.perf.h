// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace bitbasin {

// The given number of full adders of 64-bit words (full_adder-inl.h), whose operands come from a few cache
// lines: no lists to follow, and nothing is done with the sums. The best that a kernel of such adders could
// reach.
std::uint64_t bare_full_adders(std::size_t words);

}  // namespace bitbasin
