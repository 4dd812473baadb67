// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/models/sign.h"

#include <algorithm>
#include <cmath>

#include "bitbasin/math/log_h.h"
#include "bitbasin/math/mills.h"
#include "bitbasin/models/lattice.h"

namespace bitbasin {

SumRange SignModel::allowed_sums(std::size_t n, double t) {
  return {first_sum_above(n, t), static_cast<std::int64_t>(n)};
}

void SignModel::respond(double v, std::span<double> w, std::span<double> g) const {
  const double root = std::sqrt(v);
  for (std::size_t k = 0; k < w.size(); ++k) {
    w[k] -= v * g[k] + threshold_;
    g[k] = -w[k] / root;
  }
  mills_g(g, g);
  for (std::size_t k = 0; k < w.size(); ++k) {
    g[k] /= root;
    w[k] = g[k] * (w[k] / v + g[k]);
  }
}

double SignModel::log_z(double w, double v) const {
  return log_h((threshold_ - w) / std::sqrt(v));
}

}  // namespace bitbasin
