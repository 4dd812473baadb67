// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/focusing_terms.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/math/focusing_field.h"

namespace bitbasin::focusing_terms_test {
namespace {

constexpr double kFields[] = {-3.1, -0.4, 0.0, 0.02, 0.7, 5.0};

TEST(FocusingTerms, MagnetisationIsThatOfTheFieldFromTheReference) {
  for (const double u : kFields) {
    for (const double gamma : {0.1, 0.8, 3.0}) {
      for (const double y : {1.0, 2.0, 3.5, 20.0}) {
        double phi = 0;
        focusing_field(gamma, y, {&u, 1}, {&phi, 1});
        EXPECT_NEAR(focusing_terms(u, gamma, y).m, std::tanh(u + phi), 1e-12)
            << u << " " << gamma << " " << y;
      }
    }
  }
}

TEST(FocusingTerms, AreDerivativesOfTheLogarithm) {
  constexpr double kStep = 1e-5, kNear = 1e-8;
  for (const double u : kFields) {
    for (const double gamma : {0.1, 0.8, 3.0}) {
      for (const double y : {1.0, 2.5, 9.0}) {
        const FocusingTerms terms = focusing_terms(u, gamma, y);
        const double plus = 2 * std::cosh(u + gamma), minus = 2 * std::cosh(u - gamma);
        EXPECT_NEAR(terms.log_sum, std::log(std::pow(plus, y) + std::pow(minus, y)), 1e-12);
        const auto slope = [&](double du, double dgamma, double dy) {
          return (focusing_terms(u + du, gamma + dgamma, y + dy).log_sum -
                  focusing_terms(u - du, gamma - dgamma, y - dy).log_sum) /
                 (2 * kStep);
        };
        EXPECT_NEAR(terms.mean_log, slope(0, 0, kStep), kNear);
        EXPECT_NEAR(y * terms.m, slope(kStep, 0, 0), kNear);
        EXPECT_NEAR(y * terms.agreement, slope(0, kStep, 0), kNear);
      }
    }
  }
}

}  // namespace
}  // namespace bitbasin::focusing_terms_test
