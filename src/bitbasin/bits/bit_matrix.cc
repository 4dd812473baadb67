// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/bit_matrix.h"

#include <algorithm>

namespace bitbasin {

bool BitMatrix::operator==(const BitMatrix& other) const {
  return rows_ == other.rows_ && cols_ == other.cols_ && std::ranges::equal(words(), other.words());
}

}  // namespace bitbasin
