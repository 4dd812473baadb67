// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bitbasin {

// ln 2 in two parts. The first ends in 21 zero bits, so that its product with any exponent of a double is
// exact.
inline constexpr double kLn2High = 0x1.62e42fee00000p-1;
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
inline constexpr double kLog2E = 0x1.71547652b82fep+0;  // 1 / ln 2

}  // namespace bitbasin
