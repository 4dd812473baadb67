// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/rng/normal.h"

#include <cmath>

#include "bitbasin/math/portable_log.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {

NormalPair normal_pair(Stream& stream) {
  for (;;) {
    // A point in the square (-1, 1)^2, never the origin (uniform_open has no 1/2), kept if inside the circle.
    const double u = 2 * uniform_open(stream) - 1;
    const double v = 2 * uniform_open(stream) - 1;
    const double s = u * u + v * v;
    if (s >= 1) continue;
    const double scale = std::sqrt(-2 * portable_log(s) / s);
    return {u * scale, v * scale};
  }
}

double normal(Stream& stream) {
  return normal_pair(stream).first;
}

void fill_normal(Stream& stream, std::span<double> values) {
  std::size_t i = 0;
  for (; i + 1 < values.size(); i += 2) {
    const auto [first, second] = normal_pair(stream);
    values[i] = first;
    values[i + 1] = second;
  }
  if (i < values.size()) values[i] = normal(stream);
}

}  // namespace bitbasin
