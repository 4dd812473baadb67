// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/exact_pattern.h"

#include <cstdint>

#include "bitbasin/math/portable_log.h"

namespace bitbasin {

void ExactPattern::respond(std::span<const double> plus, const SumRange& allowed, std::span<double> ratio) {
  const std::size_t n = plus.size();
  const auto row = [](std::size_t i) { return i * (i + 1) / 2; };  // of i + 1 numbers
  after_.resize(row(n + 1));
  for (std::size_t count = 0; count <= n; ++count) {
    const auto sum = 2 * static_cast<std::int64_t>(count) - static_cast<std::int64_t>(n);
    after_[row(n) + count] = allowed.contains(sum) ? 1 : 0;
  }
  for (std::size_t i = n; i-- > 0;) {
    const double* next = after_.data() + row(i + 1);
    double* here = after_.data() + row(i);
    const double p = plus[i], q = 1 - p;
    for (std::size_t count = 0; count <= i; ++count) here[count] = p * next[count + 1] + q * next[count];
  }
  before_.assign(n + 1, 0.0);
  before_[0] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const double* next = after_.data() + row(i + 1);
    double up = 0, down = 0;
    for (std::size_t count = 0; count <= i; ++count) {
      up += before_[count] * next[count + 1];
      down += before_[count] * next[count];
    }
    ratio[i] = portable_log(up / down) / 2;
    const double p = plus[i], q = 1 - p;
    for (std::size_t count = i + 1; count > 0; --count)
      before_[count] = p * before_[count - 1] + q * before_[count];
    before_[0] *= q;
  }
}

}  // namespace bitbasin
