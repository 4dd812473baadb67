// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/quadrature.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/math/compensated_sum.h"

namespace bitbasin::quadrature_test {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;

enum class Measure { kHermite, kLegendre };  // Dz, and dx / 2 on [-1, 1]

QuadratureRule rule_for(Measure measure, int n) {
  if (measure == Measure::kHermite) return gauss_hermite(n);
  QuadratureRule rule = gauss_legendre(n, -1, 1);
  for (double& weight : rule.weights) weight /= 2;
  return rule;
}

// The orthonormal polynomials p_0 .. p_degree at x, from the recurrences of the textbooks:
// He_(k+1) = x He_k - k He_(k-1), norm^2 = k!;  (k + 1) P_(k+1) = (2k + 1) x P_k - k P_(k-1), norm^2 = 1 /
// (2k + 1).
template <class Real>
std::vector<Real> orthonormal(Measure measure, int degree, Real x) {
  using std::sqrt;
  std::vector<Real> p{1, measure == Measure::kHermite ? x : x * sqrt(Real(3))};
  for (int k = 1; k < degree; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const Real n = k;
    if (measure == Measure::kHermite) {
      p.push_back((x * p[at] - sqrt(n) * p[at - 1]) / sqrt(n + 1));
    } else {
      const Real norm = sqrt(2 * n + 1), before = sqrt(2 * n - 1), after = sqrt(2 * n + 3);
      p.push_back(after / (n + 1) * ((2 * n + 1) * x * p[at] / norm - n * p[at - 1] / before));
    }
  }
  return p;
}

constexpr int kOrders[] = {1, 2, 3, 4, 5, 8, 13, 20, 33, 64, 100, 151, 200};

// The published rules (Abramowitz and Stegun, tables 25.4 and 25.10, the latter for weight exp(-x^2)).
TEST(Quadrature, SmallRulesAreTheTabulatedOnes) {
  const QuadratureRule legendre = gauss_legendre(4, -1, 1);
  EXPECT_NEAR(legendre.nodes[3], 0.861136311594053, 1e-15);
  EXPECT_NEAR(legendre.nodes[2], 0.339981043584856, 1e-15);
  EXPECT_NEAR(legendre.weights[3], 0.347854845137454, 1e-15);
  EXPECT_NEAR(legendre.weights[2], 0.652145154862546, 1e-15);

  const double root2 = std::numbers::sqrt2;
  const double root_pi = std::sqrt(std::numbers::pi);
  const QuadratureRule hermite = gauss_hermite(5);
  EXPECT_EQ(hermite.nodes[2], 0);
  EXPECT_NEAR(hermite.nodes[3], 0.958572464613819 * root2, 2e-15);
  EXPECT_NEAR(hermite.nodes[4], 2.020182870456086 * root2, 2e-15);
  EXPECT_NEAR(hermite.weights[2], 0.9453087204829 / root_pi, 1e-13);
  EXPECT_NEAR(hermite.weights[4], 0.01995324205905 / root_pi, 1e-13);
}

// With n points, p_1 .. p_(2n-1) integrate to 0 and the squares of p_0 .. p_(n-1) to 1; the square of p_n is
// one degree too high and gives 0.
TEST(Quadrature, IsExactForPolynomials) {
  for (const Measure measure : {Measure::kHermite, Measure::kLegendre}) {
    for (const int n : kOrders) {
      const QuadratureRule rule = rule_for(measure, n);
      ASSERT_EQ(rule.size(), static_cast<std::size_t>(n));
      const std::size_t degrees = 2 * rule.size();
      std::vector<CompensatedSum> sums(degrees), squares(degrees);
      for (std::size_t i = 0; i < rule.size(); ++i) {
        const auto p = orthonormal<long double>(measure, 2 * n - 1, rule.nodes[i]);
        for (std::size_t k = 0; k < degrees; ++k) {
          sums[k] += static_cast<double>(rule.weights[i] * p[k]);
          squares[k] += static_cast<double>(rule.weights[i] * p[k] * p[k]);
        }
      }
      for (std::size_t k = 0; k < degrees; ++k) EXPECT_NEAR(sums[k].value(), k == 0, 5e-14) << n << " " << k;
      for (std::size_t k = 0; k < rule.size(); ++k)
        EXPECT_NEAR(squares[k].value(), 1, 5e-14) << n << " " << k;
      EXPECT_NEAR(squares[rule.size()].value(), 0, 1e-20);
    }
  }
}

// Newton's method on p_n with 50 digits, and the weights from there.
TEST(Quadrature, NodesAndWeightsAreRightToTheLastPlaces) {
  double worst_node = 0, worst_weight = 0;
  for (const Measure measure : {Measure::kHermite, Measure::kLegendre}) {
    for (const int n : {7, 40, 200}) {
      const QuadratureRule rule = rule_for(measure, n);
      for (std::size_t i = 0; i < rule.size(); i += 1 + rule.size() / 12) {
        const auto last = static_cast<std::size_t>(n);
        Exact x = rule.nodes[i];
        for (int step = 0; step < 2; ++step) {
          const Exact h = 1e-25;
          const Exact value = orthonormal<Exact>(measure, n, x)[last];
          x -= value * h / (orthonormal<Exact>(measure, n, x + h)[last] - value);
        }
        Exact sum = 0;
        const auto p = orthonormal<Exact>(measure, n, x);
        for (std::size_t k = 0; k < last; ++k) sum += p[k] * p[k];
        if (rule.nodes[i] != 0)
          worst_node = std::max(worst_node, abs(rule.nodes[i] / x - 1).convert_to<double>());
        worst_weight = std::max(worst_weight, abs(rule.weights[i] * sum - 1).convert_to<double>());
      }
    }
  }
  EXPECT_LT(worst_node, 2.3e-16);
  EXPECT_LT(worst_weight, 1e-15);
  RecordProperty("worst_node", std::to_string(worst_node * 1e16));
  RecordProperty("worst_weight", std::to_string(worst_weight * 1e16));
}

TEST(Quadrature, NodesAscendAndWeightsArePositiveAndSymmetric) {
  for (int n = 1; n <= kMaxQuadratureOrder; n += 13) {
    for (const QuadratureRule& rule : {gauss_hermite(n), gauss_legendre(n, -1, 1)}) {
      EXPECT_TRUE(std::ranges::is_sorted(rule.nodes, std::ranges::less_equal()));
      for (std::size_t i = 0; i < rule.size(); ++i) {
        EXPECT_GT(rule.weights[i], 0);
        EXPECT_EQ(rule.nodes[i], -rule.nodes[rule.size() - 1 - i]);
        EXPECT_EQ(rule.weights[i], rule.weights[rule.size() - 1 - i]);
      }
    }
  }
}

TEST(Quadrature, IntegratesSmoothFunctions) {
  // E exp(t z) = exp(t^2 / 2), E cos(t z) = exp(-t^2 / 2).
  const QuadratureRule hermite = gauss_hermite(40);
  EXPECT_NEAR(hermite.integrate([](double z) { return std::exp(1.5 * z); }), std::exp(1.125), 1e-14);
  EXPECT_NEAR(hermite.integrate([](double z) { return std::cos(2 * z); }), std::exp(-2.0), 1e-14);
  EXPECT_NEAR(gauss_legendre(20, 0, std::numbers::pi).integrate([](double x) { return std::sin(x); }), 2,
              1e-14);
  EXPECT_NEAR(gauss_legendre(30, 1, 5).integrate([](double x) { return 1 / x; }), std::log(5.0), 1e-14);
  EXPECT_NEAR(gauss_legendre(30, 5, 1).integrate([](double x) { return 1 / x; }), -std::log(5.0), 1e-14);
}

TEST(Quadrature, RefusesWhatItCannotDo) {
  EXPECT_THROW(gauss_hermite(0), Error);
  EXPECT_THROW(gauss_hermite(201), Error);
  EXPECT_THROW(gauss_legendre(-1, 0, 1), Error);
  EXPECT_THROW(gauss_legendre(5, 0, std::numeric_limits<double>::infinity()), Error);
}

}  // namespace
}  // namespace bitbasin::quadrature_test
