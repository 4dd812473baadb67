// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/bits/bit_matrix.h"

namespace bitbasin {

BitMatrix transpose(const BitMatrix& x, int threads = 1);

}  // namespace bitbasin
