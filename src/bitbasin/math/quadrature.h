// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace bitbasin {

// integral f = sum_i weights[i] f(nodes[i]), nodes ascending; exact for polynomials of degree 2n - 1 under
// the measure of the rule. Nodes and weights are good to the last place or two.
struct QuadratureRule {
  std::vector<double> nodes;
  std::vector<double> weights;

  std::size_t size() const { return nodes.size(); }

  template <class Function>
  auto integrate(Function&& f) const {
    auto sum = weights[0] * f(nodes[0]);
    for (std::size_t i = 1; i < size(); ++i) sum += weights[i] * f(nodes[i]);
    return sum;
  }
};

inline constexpr int kMaxQuadratureOrder = 200;

// Gauss-Hermite for the standard normal measure Dz = exp(-z^2/2) dz / sqrt(2 pi): the weights add up to 1.
// n points, 1 <= n <= kMaxQuadratureOrder.
QuadratureRule gauss_hermite(int n);

// Gauss-Legendre for dx on [a, b].
QuadratureRule gauss_legendre(int n, double a, double b);

}  // namespace bitbasin
