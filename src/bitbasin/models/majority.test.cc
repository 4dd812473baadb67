// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/models/majority.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numbers>
#include <vector>

#include "bitbasin/models/sign.h"

namespace bitbasin::majority_test {
namespace {

// Z by summing over all 2^K outcomes.
double enumerated(std::span<const double> p) {
  double z = 0;
  for (unsigned signs = 0; signs < 1u << p.size(); ++signs) {
    if (2 * static_cast<std::size_t>(std::popcount(signs)) < p.size()) continue;
    double probability = 1;
    for (std::size_t l = 0; l < p.size(); ++l) probability *= signs >> l & 1 ? p[l] : 1 - p[l];
    z += probability;
  }
  return z;
}

TEST(Majority, AgreesWithTheSumOverAllOutcomes) {
  for (const std::size_t units : {1u, 3u, 5u, 7u, 9u}) {
    std::vector<double> p(units), r(units);
    for (std::size_t l = 0; l < units; ++l)
      p[l] = 0.05 + 0.9 * std::fmod(0.37 * static_cast<double>(l + 1), 1);
    const double z = majority(p, r);
    EXPECT_NEAR(z, enumerated(p), 1e-14);
    for (std::size_t l = 0; l < units; ++l) {  // Z is linear in p_l with the slope R_l
      std::vector<double> on = p, off = p;
      on[l] = 1;
      off[l] = 0;
      EXPECT_NEAR(r[l], enumerated(on) - enumerated(off), 1e-14) << units << " " << l;
    }
  }
}

double log_z(const MajorityModel& model, const std::vector<double>& w, const std::vector<double>& v) {
  return model.log_z(w, v);
}

TEST(Majority, ResponsesAreTheDerivativesOfLogZ) {
  const std::vector<double> v{20, 7, 31, 4, 12};
  for (const std::size_t units : {3u, 5u}) {
    const MajorityModel model(units, 0.7);
    const std::vector<double> variance(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(units));
    for (const double shift : {-9.0, -2.0, 0.0, 4.0}) {
      std::vector<double> w(units);
      for (std::size_t l = 0; l < units; ++l) w[l] = shift + 1.7 * static_cast<double>(l) - 2;
      std::vector<double> gam = w, g(units);
      model.respond(variance, gam, g, 1, 0, 1);
      for (std::size_t l = 0; l < units; ++l) {
        constexpr double kStep = 1e-3;
        std::vector<double> up = w, down = w;
        up[l] += kStep;
        down[l] -= kStep;
        const double above = log_z(model, up, variance), here = log_z(model, w, variance),
                     below = log_z(model, down, variance);
        EXPECT_NEAR(g[l], (above - below) / (2 * kStep), 1e-6) << units << " " << shift << " " << l;
        EXPECT_NEAR(gam[l], -(above - 2 * here + below) / (kStep * kStep), 1e-5) << units << " " << shift;
      }
    }
  }
}

TEST(Majority, OneUnitIsTheSignConstraint) {
  std::vector<double> w{-3, 1, 6, -90}, g{0.1, 0, 0.2, 0}, w1 = w, g1 = g;
  EXPECT_EQ(MajorityModel(1, 0.5).log_z(std::vector{-90.0}, std::vector{1.0}), SignModel(0.5).log_z(-90, 1));
  MajorityModel(1, 0.5).respond(std::vector<double>{9.0}, w, g, 4, 0, 4);
  SignModel(0.5).respond(9, w1, g1);
  EXPECT_EQ(w, w1);
  EXPECT_EQ(g, g1);
}

// When all units are far off, Z is 0 in double precision, but the fields still pull back.
TEST(Majority, FieldsStayOfTheirSizeWhenAllUnitsAreWrong) {
  for (const std::size_t units : {3u, 5u, 21u, 63u}) {
    std::vector<double> w(units), g(units);
    for (std::size_t l = 0; l < units; ++l) w[l] = -100 - static_cast<double>(l % 3);
    MajorityModel(units).respond(std::vector<double>(units, 1.0), w, g, 1, 0, 1);
    double sum = 0;
    for (const double force : g) {
      EXPECT_GT(force, 0);
      EXPECT_LT(force, 200);
      sum += force;
    }
    EXPECT_GT(sum, 100);
  }
}

}  // namespace
}  // namespace bitbasin::majority_test
