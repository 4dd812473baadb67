// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/perceptron/online/first_unstable.h"

namespace bitbasin {

// Tests a sequence of similar weights for errors, trying first the patterns that were wrong before. Near a
// solution two to four products settle nearly every test (N = 5001, alpha = 0.76, 100 patterns remembered; 9
// with 32), so weights can be tested after every change and no solution is missed.
class RecentErrors {
 public:
  // True if no row of x has x . W < least. `all` lists every row.
  bool none(const BitMatrix& x, std::span<const std::uint32_t> all, const BitVector& w,
            std::int32_t least = 1) {
    return none(
        all, [&](std::span<const std::uint32_t> rows) { return first_unstable(x, rows, w, least).position; });
  }

  // The same for errors of any kind: find(rows) gives the position of the first of them, or their number.
  template <class Find>
  bool none(std::span<const std::uint32_t> all, Find find) {
    const std::size_t known = find(recent_);
    if (known < recent_.size()) {
      // Halfway to the front: patterns that are often wrong are tried early.
      std::swap(recent_[known], recent_[known / 2]);
      return false;
    }
    const std::size_t found = find(all);
    if (found == all.size()) return true;
    recent_.insert(recent_.begin(), all[found]);
    if (recent_.size() > kRemembered) recent_.pop_back();
    return false;
  }

 private:
  static constexpr std::size_t kRemembered = 100;
  std::vector<std::uint32_t> recent_;
};

}  // namespace bitbasin
