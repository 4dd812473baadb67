// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/cmd/theory_figure.h"

namespace bitbasin::command_theory_test {
namespace {

using ::testing::HasSubstr;

TEST(CommandTheory, APointHasEveryKey) {
  const Outcome outcome = run_bitbasin("theory --task teacher --alpha 0.8 --distance 0.1 --json --threads 1");
  EXPECT_EQ(outcome.code, 0) << outcome;
  const auto json = outcome.json();
  ASSERT_EQ(json["points"].size(), 1u);
  const auto& p = json["points"][0];
  for (const char* key : {"alpha",
                          "d",
                          "y",
                          "internal_entropy",
                          "external_entropy",
                          "q_tilde",
                          "q1",
                          "q0",
                          "s",
                          "s_tilde",
                          "r",
                          "r_tilde",
                          "q_tilde_hat",
                          "q1_hat",
                          "q0_hat",
                          "s_hat",
                          "s_tilde_hat",
                          "r_hat",
                          "r_tilde_hat",
                          "generalization_error",
                          "entropy_slope",
                          "residual"}) {
    EXPECT_TRUE(p[key].is_number()) << key;
  }
  EXPECT_TRUE(p["converged"].get<bool>());
  EXPECT_TRUE(p["physical"].get<bool>());
  EXPECT_FALSE(p["beyond"].get<bool>());
  EXPECT_LT(p["residual"].get<double>(), 1e-9);
  EXPECT_NEAR(p["y"].get<double>(), 45.196, 1e-3);
}

TEST(CommandTheory, WritesCurveAndFigure) {
  const TempFolder folder;
  const Outcome outcome = run_bitbasin(
      "theory --alpha 0.75 --distances 0.1:0.25:3 --save c.csv --plot c.svg --threads 1", folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("beyond d_inf"));
  const std::string csv = file_bytes(folder.path("c.csv"));
  EXPECT_TRUE(csv.starts_with("alpha,d,y,internal_entropy,")) << csv;
  EXPECT_EQ(std::ranges::count(csv, '\n'), 4);
  EXPECT_THAT(file_bytes(folder.path("c.svg")), HasSubstr("alpha = 0.75"));
}

TEST(CommandTheory, RefusesWhatTheTheoryDoesNotCover) {
  EXPECT_TRUE(
      run_bitbasin("theory --alpha 0.84 --distance 0.1").is_error_about("expected alpha below 0.833"));
  EXPECT_TRUE(run_bitbasin("theory --alpha 0.5 --distance 0.7").is_error_about("--distance"));
  EXPECT_TRUE(run_bitbasin("theory --alpha 0.5 --distances 0.1:0.2").is_error_about("FIRST:LAST:COUNT"));
  EXPECT_TRUE(run_bitbasin("theory --alpha 0.5,x --distance 0.1").is_error_about("--alpha"));
  EXPECT_TRUE(run_bitbasin("theory equilibirum").is_error_about("did you mean equilibrium"));
}

TEST(CommandTheory, PointsWithoutASolutionAreNamed) {
  const Outcome part = run_bitbasin("theory --alpha 0.5,0.833 --distance 0.1");
  EXPECT_EQ(part.code, 0) << part;
  EXPECT_EQ(part.err, "bitbasin: alpha 0.833: 1 point without a solution, at d = 0.1\n");
  EXPECT_EQ(run_bitbasin("theory --alpha 0.833 --distance 0.1").code, 1);
}

TEST(CommandTheory, ATimeLimitKeepsTheFinishedPoints) {
  const Outcome outcome = run_bitbasin(
      "theory --alpha 0.5,0.6,0.7 --distances 0.005:0.1:500 --time-limit 0.3 --json --threads 1");
  EXPECT_EQ(outcome.code, 1) << outcome;
  const auto json = outcome.json();
  EXPECT_EQ(json["stop_reason"], "time_limit");
  EXPECT_LT(json["points"].size(), 1500u);
  for (const auto& p : json["points"]) EXPECT_TRUE(p["converged"].get<bool>());
}

TEST(CommandTheory, EquilibriumGivesCapacityAndTransition) {
  const auto labels = run_bitbasin("theory equilibrium --alpha 0.5 --json").json();
  EXPECT_NEAR(labels["capacity"].get<double>(), 0.8330786, 5e-8);
  EXPECT_NEAR(labels["entropy"].get<double>(), 0.3143900669, 1e-9);
  EXPECT_TRUE(labels["spinodal"].is_null());
  EXPECT_THAT(run_bitbasin("theory equilibrium --task teacher").out, HasSubstr("entropy 0.0000000000,"));
  const auto taught = run_bitbasin("theory equilibrium --task teacher --json").json();
  EXPECT_NEAR(taught["alpha"].get<double>(), 1.2446840, 5e-8);
  EXPECT_NEAR(taught["spinodal"].get<double>(), 1.49263, 1e-5);
}

TEST(CommandTheory, EquilibriumKnowsEveryConstraint) {
  const auto margin = run_bitbasin("theory equilibrium --kappa 0.5 --alpha 0.3 --json").json();
  EXPECT_NEAR(margin["entropy"].get<double>(), 0.288951, 1e-6);
  EXPECT_NEAR(margin["capacity"].get<double>(), 0.455665, 1e-6);
  EXPECT_LT(margin["replicon"].get<double>(), 1);
  const auto tube = run_bitbasin("theory equilibrium --constraint symmetric --kappa 1 --json").json();
  EXPECT_NEAR(tube["capacity"].get<double>(), 1.815875, 1e-6);
  EXPECT_EQ(tube["q"], 0.0);
  const auto tree = run_bitbasin("theory equilibrium --units 3 --tree --json").json();
  EXPECT_NEAR(tree["capacity"].get<double>(), 0.920619, 1e-6);
  EXPECT_EQ(tree["units"], 3);
  for (const char* flags :
       {"--constraint symmetric --task teacher", "--kappa 0.5 --task teacher", "--alpha 1.7", "--kappa 100",
        "--constraint symmetric --kappa 0", "--units 3", "--units 2 --tree", "--units 3 --tree --kappa 0.5",
        "--units 3 --tree --task teacher"}) {
    EXPECT_EQ(run_bitbasin(std::string("theory equilibrium ") + flags).code, 2) << flags;
  }
}

TEST(CommandTheory, OneStepListsEverySaddlePoint) {
  const Outcome outcome = run_bitbasin("theory 1rsb --alpha 0.75 --m=-1,4 --json");
  EXPECT_EQ(outcome.code, 0) << outcome;
  const auto points = outcome.json()["points"];
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0]["saddles"].size(), 1u);
  ASSERT_EQ(points[1]["saddles"].size(), 3u);
  EXPECT_EQ(points[1]["saddles"][1]["kind"], "between");
  EXPECT_LT(points[1]["saddles"][1]["residual"].get<double>(), 1e-10);
  EXPECT_TRUE(points[1]["saddles"][2]["q1_hat"].is_null());
  EXPECT_THAT(run_bitbasin("theory 1rsb --alpha 0.75").out, HasSubstr("frozen"));
  EXPECT_TRUE(run_bitbasin("theory 1rsb --alpha 0.84").is_error_about("expected alpha below 0.833"));
  EXPECT_TRUE(run_bitbasin("theory 1rsb --m 60").is_error_about("--m"));
}

TEST(TheoryFigure, UnphysicalPartsAreDashed) {
  std::vector<TheoryPoint> points(4);
  for (std::size_t i = 0; i < 4; ++i) {
    points[i].d = 0.01 * static_cast<double>(i + 1);
    points[i].converged = true;
    points[i].internal_entropy = i < 2 ? -0.1 : 0.1;
    points[i].order.s = 1;
  }
  const std::string svg = theory_figure(LabelSource::classify, {{0.8, points, {}}}, {}, 0.02);
  EXPECT_THAT(svg, HasSubstr("stroke-dasharray=\"7 4\""));
  EXPECT_THAT(svg, HasSubstr("alpha = 0.8"));
}

}  // namespace
}  // namespace bitbasin::command_theory_test
