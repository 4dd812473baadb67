// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/fbp_schedule.h"

#include <gmock/gmock.h>

#include <cmath>

#include "bitbasin/base/error.h"

namespace bitbasin::fbp_schedule_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

FbpOptions options_of(FbpProtocol protocol) {
  FbpOptions options;
  options.protocol = protocol;
  return options;
}

// The steps of a run whose variance stays the same.
std::vector<FocusingStep> steps(const FbpOptions& options, double v = 0.25) {
  FbpSchedule schedule(resolve(options, 0.7));
  std::vector<FocusingStep> all;
  while (const auto step = schedule.next(v)) all.push_back(*step);
  return all;
}

TEST(FbpSchedule, ScopingRaisesGamma) {
  FbpOptions options = options_of(FbpProtocol::scoping);
  options.start = 0.5;
  options.rate = 0.125;
  options.end = 1.5;
  options.y = 4;
  options.margin = 0.3;
  options.margin_end = 1;
  const auto all = steps(options);
  ASSERT_EQ(all.size(), 8u);
  EXPECT_EQ(all[0].gamma, 0.5);
  EXPECT_EQ(all[7].gamma, 0.5 + 7 * 0.125);
  EXPECT_EQ(all[3].y, 4);
  EXPECT_DOUBLE_EQ(all[0].margin, 0.15);
  EXPECT_EQ(all[5].margin, 0) << "not below zero beyond margin_end";
}

TEST(FbpSchedule, PseudoReinforcementFollowsItsEquations) {
  FbpOptions options = options_of(FbpProtocol::pseudo);
  options.rate = 0.1;
  for (const double x : {0.5, 0.3}) {
    options.x = x;
    const auto all = steps(options);
    ASSERT_EQ(all.size(), 10u);
    EXPECT_EQ(all[0].gamma, 0);
    for (std::size_t t = 1; t < all.size(); ++t) {
      const double rho = 0.1 * static_cast<double>(t);
      EXPECT_NEAR(all[t].gamma, std::atanh(std::pow(rho, x)), 1e-12);
      EXPECT_NEAR(all[t].y, 1 + std::pow(rho, 1 - 2 * x) / (1 - rho), 1e-12);
    }
  }
}

TEST(FbpSchedule, TheStandardProtocolIsReinforcement) {
  FbpOptions options = options_of(FbpProtocol::standard);
  options.rate = 0.25;
  const auto all = steps(options);
  ASSERT_EQ(all.size(), 4u);
  for (std::size_t t = 0; t < 4; ++t) {
    EXPECT_TRUE(std::isinf(all[t].gamma));
    EXPECT_DOUBLE_EQ(all[t].y, 1 / (1 - 0.25 * static_cast<double>(t)));
  }
}

TEST(FbpSchedule, FreePassesThroughItsPoints) {
  FbpOptions options = options_of(FbpProtocol::free);
  options.points = "0:3/1:3/1:7";
  options.iterations = 8;
  options.margin = 0.2;
  options.margin_end = 2;
  const auto all = steps(options);
  ASSERT_EQ(all.size(), 8u);
  EXPECT_DOUBLE_EQ(all[2].gamma, 0.5);
  EXPECT_EQ(all[2].y, 3);
  EXPECT_DOUBLE_EQ(all[2].margin, 0.15);
  EXPECT_EQ(all[4].gamma, 1);
  EXPECT_DOUBLE_EQ(all[6].y, 5);
}

// Whatever V does, gamma goes the way that brings it back to its target.
TEST(FbpSchedule, DescentIsGovernedByTheVariance) {
  FbpOptions options = resolve(FbpOptions{}, 0.75);
  options.iterations = 1000;
  options.variance = 1e-3;
  FbpSchedule schedule(options);
  for (int t = 0; t < 60; ++t) EXPECT_EQ(schedule.next(0.25)->gamma, 0) << "the messages converge first";
  double before = schedule.next(0.25)->gamma;
  EXPECT_EQ(before, 0.15);
  double target = std::log(0.25);
  const double step = (std::log(1e-3) - std::log(0.25)) / 1000;
  for (int t = 1; t < 500; ++t) {
    target += step;
    const double gamma = schedule.next(std::exp(target + 0.5))->gamma;  // V lags behind
    EXPECT_TRUE(t == 1 || gamma > before) << t;
    before = gamma;
  }
  const auto below = schedule.next(std::exp(target - 2));
  EXPECT_LT(below->gamma, before);
  EXPECT_NEAR(below->margin, 0.25 * std::sqrt(std::exp(target - 2)), 1e-12) << "half way from 0.4 to 0.1";
}

TEST(FbpSchedule, PointsAreReadAsTheyAreWritten) {
  EXPECT_EQ(parse_focusing_points("list", "0:3/0.5:2"), (std::vector<FocusingPoint>{{0, 3}, {0.5, 2}}));
  const auto error = [](std::string_view text, const char* sentence) {
    EXPECT_THAT([&] { parse_focusing_points("list", text); }, ThrowsMessage<Error>(HasSubstr(sentence)))
        << text;
  };
  error("0.5/1:2", "GAMMA:Y/GAMMA:Y/...");
  error("0:3/1:0.5", "y in list");
  error("-1:3/1:2", "gamma in list");
}

}  // namespace
}  // namespace bitbasin::fbp_schedule_test
