// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/models/any_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace bitbasin::any_model_test {
namespace {

constexpr double kVariances[] = {0.5, 7, 250};
constexpr double kMeans[] = {-40, -13, -4, -1.5, -0.1, 0, 0.3, 2, 5.5, 11, 30, 90};

// Sign constraints of either sign of the threshold, and tubes from narrow to wide.
std::vector<AnyModel> models() {
  return {SignModel(0.0),      SignModel(6.0),       SignModel(-9.0),
          SymmetricModel(1.0), SymmetricModel(10.0), SymmetricModel(60.0)};
}

double log_z(const AnyModel& model, double w, double v) {
  return std::visit([&](const auto& m) { return m.log_z(w, v); }, model);
}

struct Response {
  double g, gam;
};

Response respond(const AnyModel& model, double w, double v, double g_before = 0) {
  std::visit([&](const auto& m) { m.respond(v, {&w, 1}, {&g_before, 1}); }, model);
  return {g_before, w};
}

// The probability that the sum is allowed, by the trapezoid rule over the Gaussian: its error is one step at
// each end of the allowed range, so the ends are put on nodes.
double integral(double low, double high, double w, double v) {
  constexpr int kSteps = 20000;
  const double reach = 12 * std::sqrt(v);
  low = std::max(low, w - reach);
  high = std::min(high, w + reach);
  if (low >= high) return 0;
  double sum = 0;
  for (int k = 0; k <= kSteps; ++k) {
    const double z = low + (high - low) * k / kSteps;
    sum += (k == 0 || k == kSteps ? 0.5 : 1) * std::exp(-(z - w) * (z - w) / (2 * v));
  }
  return sum * (high - low) / kSteps / std::sqrt(2 * std::numbers::pi * v);
}

TEST(AnyModel, LogZIsTheProbabilityOfAnAllowedSum) {
  constexpr double kFar = 1e9;
  for (const double v : kVariances) {
    for (const double w : kMeans) {
      for (const double t : {-9.0, 0.0, 6.0}) {
        const double z = integral(t, kFar, w, v);
        if (z > 1e-20) {
          EXPECT_NEAR(SignModel(t).log_z(w, v), std::log(z), 2e-6) << w << " " << v;
        }
      }
      for (const double t : {1.0, 10.0, 60.0}) {
        const double z = integral(-t, t, w, v);
        if (z > 1e-20) {
          EXPECT_NEAR(SymmetricModel(t).log_z(w, v), std::log(z), 2e-6) << w << " " << v;
        }
      }
    }
  }
}

TEST(AnyModel, ResponsesAreTheDerivativesOfLogZ) {
  for (const AnyModel& model : models()) {
    for (const double v : kVariances) {
      const double h = 1e-3 * std::sqrt(v);
      for (const double w : kMeans) {
        const Response r = respond(model, w, v);
        const double before = log_z(model, w - h, v), here = log_z(model, w, v),
                     after = log_z(model, w + h, v);
        const double scale = 1 / std::sqrt(v) + std::abs(here) / std::sqrt(v);
        EXPECT_NEAR(r.g, (after - before) / (2 * h), 3e-6 * scale) << model.index() << " " << w << " " << v;
        EXPECT_NEAR(r.gam, -(respond(model, w + h, v).g - respond(model, w - h, v).g) / (2 * h),
                    3e-6 * scale / std::sqrt(v))
            << model.index() << " " << w << " " << v;
      }
    }
  }
}

// Both constraints are log-concave, and far outside they pull back like a spring of strength 1 / V.
TEST(AnyModel, ResponsesStayFiniteFarOutside) {
  for (const AnyModel& model : models()) {
    for (const double w : {-1e5, -1e3, 1e3, 1e5}) {
      const Response r = respond(model, w, 0.5);
      EXPECT_TRUE(std::isfinite(r.g) && std::isfinite(r.gam)) << model.index() << " " << w;
      EXPECT_GE(r.gam, 0) << model.index() << " " << w;
      EXPECT_TRUE(std::isfinite(log_z(model, w, 0.5))) << model.index() << " " << w;
    }
  }
  EXPECT_NEAR(respond(SignModel(6.0), -1e5, 0.5).g, (1e5 + 6) / 0.5, 1);
  EXPECT_NEAR(respond(SymmetricModel(10.0), 1e5, 0.5).g, -(1e5 - 10) / 0.5, 1);
  EXPECT_EQ(respond(SymmetricModel(60.0), 0, 0.5).gam, 0);
}

TEST(AnyModel, TheOnsagerTermIsTakenFromTheMean) {
  for (const AnyModel& model : models()) {
    const Response r = respond(model, 3, 7, 0.25), shifted = respond(model, 3 - 7 * 0.25, 7);
    EXPECT_DOUBLE_EQ(r.g, shifted.g);
    EXPECT_DOUBLE_EQ(r.gam, shifted.gam);
  }
}

TEST(AnyModel, AMarginAllowsLess) {
  EXPECT_EQ(SignModel(-2.0).tightened(5).threshold(), 3);
  EXPECT_EQ(SymmetricModel(12.0).tightened(5).threshold(), 7);
  EXPECT_EQ(SymmetricModel(12.0).tightened(50).threshold(), 1.2);
}

// More sums than fit in one block of the kernel.
TEST(AnyModel, ManyPatternsRespondAsEachAlone) {
  for (const AnyModel& model : models()) {
    std::vector<double> w, g;
    for (int k = 0; k < 1500; ++k) {
      w.push_back(0.05 * (k - 700));
      g.push_back(0.01 * (k % 7));
    }
    std::vector<double> gam = w, force = g;
    std::visit([&](const auto& m) { m.respond(20, gam, force); }, model);
    for (std::size_t k = 0; k < w.size(); ++k) {
      const Response alone = respond(model, w[k], 20, g[k]);
      ASSERT_EQ(force[k], alone.g);
      ASSERT_EQ(gam[k], alone.gam);
    }
  }
}

}  // namespace
}  // namespace bitbasin::any_model_test
