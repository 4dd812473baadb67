// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bitbasin {

// 1 / sqrt(2 pi), the height of the normal density.
inline constexpr double kInverseRootTwoPi = 0x1.9884533d43651p-2;

}  // namespace bitbasin
