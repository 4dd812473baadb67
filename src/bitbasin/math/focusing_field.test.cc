// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/focusing_field.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "bitbasin/math/every_target.test.h"

namespace bitbasin::focusing_field_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<double> field_of(double gamma, double y, const std::vector<double>& u) {
  std::vector<double> phi(u.size());
  focusing_field(gamma, y, u, phi);
  return phi;
}

// atanh(tanh gamma tanh a) as the logarithm of a ratio of hyperbolic cosines, without overflow.
long double coupled(long double gamma, long double a) {
  if (std::isinf(gamma)) return a;
  const long double magnitude = std::abs(a);
  if (std::min(gamma, magnitude) < 0.5L) return std::atanh(std::tanh(gamma) * std::tanh(a));
  const long double sum =
      std::min(gamma, magnitude) + (std::log1p(std::exp(-2 * (gamma + magnitude))) -
                                    std::log1p(std::exp(-2 * std::abs(gamma - magnitude)))) /
                                       2;
  return std::copysign(sum, a);
}

std::vector<double> grid() {
  std::vector<double> u;
  for (int i = 0; i <= 1000; ++i) u.push_back((i - 500) / 20.0);
  for (double tiny = 1; tiny > 1e-200; tiny /= 9) {
    u.push_back(tiny);
    u.push_back(-tiny);
  }
  return u;
}

TEST(FocusingField, IsTheMessageOfTheReferenceAtEveryLevel) {
  const std::vector<double> u = grid();
  for_every_target([&] {
    for (const double gamma : {1e-6, 0.01, 0.3, 1.0, 4.0, 19.0, 50.0, kInfinity}) {
      for (const double y : {1.5, 2.0, 3.0, 11.0}) {
        const std::vector<double> phi = field_of(gamma, y, u);
        double worst = 0;
        for (std::size_t i = 0; i < u.size(); ++i) {
          if (u[i] == 0) {
            EXPECT_EQ(phi[i], 0);
            continue;
          }
          const long double exact = coupled(gamma, (y - 1) * coupled(gamma, u[i]));
          worst = std::max(worst, static_cast<double>(std::abs((phi[i] - exact) / exact)));
        }
        EXPECT_LT(worst, 1e-12) << gamma << " " << y;
      }
    }
  });
}

TEST(FocusingField, EveryLevelHasTheSameBits) {
  for_every_target([&] {
    std::uint64_t hash = 0;
    for (const double gamma : {0.2, 1.5, 30.0}) {
      for (const double phi : field_of(gamma, 3, grid()))
        hash = hash * 31 + std::bit_cast<std::uint64_t>(phi);
    }
    EXPECT_EQ(hash, 0x27e1202508e0b74e);
  });
}

TEST(FocusingField, Limits) {
  for_every_target([&] {
    for (const double phi : field_of(0.7, 1, grid())) EXPECT_EQ(phi, 0) << "one replica has no others";
    for (const double phi : field_of(0, 5, grid())) EXPECT_EQ(phi, 0) << "nor is it tied to them";
    // An infinite coupling adds the fields of all replicas; an infinite field is held to the coupling.
    EXPECT_NEAR(field_of(kInfinity, 4, {0.3})[0], 0.9, 1e-12);
    EXPECT_NEAR(field_of(0.7, 1e9, {1e-3})[0], 0.7, 1e-12);
    EXPECT_NEAR(field_of(0.7, 1e9, {-30})[0], -0.7, 1e-12);
    EXPECT_EQ(field_of(kInfinity, 1e6, {30})[0], 350);
  });
}

}  // namespace
}  // namespace bitbasin::focusing_field_test
