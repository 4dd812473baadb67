// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/quadrature.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "bitbasin/base/error.h"

namespace bitbasin {
namespace {

// The orthonormal polynomials of an even measure of mass 1 obey p_0 = 1, b_1 p_1 = x,
//   b_(k+1) p_(k+1) = x p_k - b_k p_(k-1).
// `b` holds b_1 .. b_n. Extended precision, so that the rounded results are right to about the last bit.
using Recurrence = std::span<const long double>;

// How many zeros of p_n lie above x: the changes of sign along p_0(x), ..., p_n(x) (Sturm).
int zeros_above(Recurrence b, long double x) {
  int changes = 0;
  long double before = 0, p = 1, b_k = 0;
  for (const long double b_next : b) {
    const long double next = (x * p - b_k * before) / b_next;
    changes += (next < 0) != (p < 0);
    before = p;
    p = next;
    b_k = b_next;
  }
  return changes;
}

// The zero of p_n that has `above` zeros above it, by bisection: simple and safe, and 64 steps for each of
// 200 points take a few milliseconds. The zero is known to lie in (low, high).
long double find_zero(Recurrence b, int above, long double low, long double high) {
  for (;;) {
    const long double middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    (zeros_above(b, middle) > above ? low : high) = middle;
  }
}

// Christoffel: 1 / weight = p_0^2 + ... + p_(n-1)^2 at the node, a sum of positive terms.
long double christoffel_weight(Recurrence b, long double x) {
  long double before = 0, p = 1, b_k = 0, sum = 0;
  for (const long double b_next : b) {
    sum += p * p;
    const long double next = (x * p - b_k * before) / b_next;
    before = p;
    p = next;
    b_k = b_next;
  }
  return 1 / sum;
}

struct ExtendedRule {
  std::vector<long double> nodes;
  std::vector<long double> weights;
};

ExtendedRule gauss_rule(Recurrence b) {
  const auto n = static_cast<int>(b.size());
  // Gershgorin: no zero beyond max (b_k + b_(k+1)).
  const long double bound = 2 * *std::ranges::max_element(b);
  ExtendedRule rule{std::vector<long double>(b.size()), std::vector<long double>(b.size())};
  for (int above = 0; above < n; ++above) {
    const auto i = static_cast<std::size_t>(n - 1 - above);
    const auto mirror = static_cast<std::size_t>(above);
    if (i < mirror) {
      rule.nodes[i] = -rule.nodes[mirror];
      rule.weights[i] = rule.weights[mirror];
      continue;
    }
    rule.nodes[i] = i == mirror ? 0 : find_zero(b, above, 0, bound);
    rule.weights[i] = christoffel_weight(b, rule.nodes[i]);
  }
  return rule;
}

// The rule moved to center + scale x, with a total mass of `mass`.
QuadratureRule moved(const ExtendedRule& rule, long double center, long double scale, long double mass) {
  QuadratureRule out;
  for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
    out.nodes.push_back(static_cast<double>(center + scale * rule.nodes[i]));
    out.weights.push_back(static_cast<double>(mass * rule.weights[i]));
  }
  return out;
}

void check_order(int n) {
  if (n < 1 || n > kMaxQuadratureOrder) {
    fail("expected a quadrature of 1 to {} points, got {}", kMaxQuadratureOrder, n);
  }
}

}  // namespace

QuadratureRule gauss_hermite(int n) {
  check_order(n);
  std::vector<long double> b;
  for (int k = 1; k <= n; ++k) b.push_back(std::sqrt(static_cast<long double>(k)));
  return moved(gauss_rule(b), 0, 1, 1);
}

QuadratureRule gauss_legendre(int n, double a, double b) {
  check_order(n);
  if (!(std::isfinite(a) && std::isfinite(b))) {
    fail("expected a finite interval to integrate over, got [{}, {}]", a, b);
  }
  std::vector<long double> recurrence;  // for dx / 2 on [-1, 1]
  for (int k = 1; k <= n; ++k) {
    const auto x = static_cast<long double>(k);
    recurrence.push_back(x / std::sqrt(4 * x * x - 1));
  }
  const long double half = (static_cast<long double>(b) - a) / 2;
  return moved(gauss_rule(recurrence), (static_cast<long double>(a) + b) / 2, half, 2 * half);
}

}  // namespace bitbasin
