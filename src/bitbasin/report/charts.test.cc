// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/report/charts.h"

#include <gmock/gmock.h>

#include <string>

#include "bitbasin/report/samples.h"
#include "bitbasin/reproduce/made_up_store.test.h"

namespace bitbasin::charts_test {
namespace {

using ::testing::ElementsAre;

// What the tests' own store says of its runs.
constexpr const char* kOrigin = "bitbasin reproduce --profile quick --seed 1";

std::vector<std::string> names_of(const Chart& chart) {
  std::vector<std::string> names;
  for (const ChartSeries& series : chart.series) names.push_back(series.name);
  return names;
}

std::vector<std::pair<double, double>> points_of(const ChartSeries& series) {
  std::vector<std::pair<double, double>> points;
  for (const ChartPoint& p : series.points) points.emplace_back(p.x, p.y);
  return points;
}

TEST(Origins, ListEachCommandOnce) {
  Origins origins;
  EXPECT_EQ(origins.text(), "");
  for (const char* command : {"one", "two", "one"}) {
    DoneTask done;
    done.origin = command;
    origins.add(done);
  }
  EXPECT_EQ(origins.text(), "one; two");
}

TEST(Samples, BarsNeedTwoValues) {
  Samples samples;
  samples.add("a", 0.5, 1);
  samples.add("a", 0.5, 3);
  samples.add("a", 0.75, 7);
  const auto series = samples.means(ChartSeries::Kind::points);
  ASSERT_EQ(series.size(), 1u);
  EXPECT_THAT(points_of(series[0]), ElementsAre(std::pair(0.5, 2.0), std::pair(0.75, 7.0)));
  const ChartPoint &two = series[0].points[0], &one = series[0].points[1];
  EXPECT_NEAR(*two.low, 2 - kZ95, 1e-12);  // s / sqrt(n) = 1
  EXPECT_NEAR(*two.high, 2 + kZ95, 1e-12);
  EXPECT_EQ(two.note, "2 runs");
  EXPECT_FALSE(one.low.has_value() || one.high.has_value());
  EXPECT_EQ(one.note, "");
}

TEST(Chart, WritesBarsThatHaveTwoEnds) {
  Chart chart;
  chart.series.push_back({.name = "s", .kind = ChartSeries::Kind::both, .dashed = true});
  chart.series[0].points = {{.x = 1, .y = 2, .low = 1.5, .high = 2.5},
                            {.x = 2, .y = 2, .low = 1.5},
                            {.x = 3, .y = 2, .low = -INFINITY, .high = 2.5},
                            {.x = 4, .y = NAN}};
  chart.rules.push_back({.axis = 'y', .value = 3, .label = "three"});
  const Json json = to_json(chart);
  const Json& series = json.at("series")[0];
  EXPECT_EQ(series.at("dashed"), true);
  EXPECT_EQ(series.at("kind"), "both");
  ASSERT_EQ(series.at("points").size(), 3u);
  EXPECT_EQ(series.at("points")[0], (Json{{"x", 1.0}, {"y", 2.0}, {"low", 1.5}, {"high", 2.5}}));
  EXPECT_EQ(series.at("points")[1], (Json{{"x", 2.0}, {"y", 2.0}}));
  EXPECT_EQ(series.at("points")[2], (Json{{"x", 3.0}, {"y", 2.0}}));
  EXPECT_EQ(json.at("x").at("scale"), "linear");
  EXPECT_EQ(json.at("rules")[0], (Json{{"axis", "y"}, {"value", 3.0}, {"label", "three"}}));
}

TEST(SuccessCharts, SayWhereTheTheoryEnds) {
  MadeUpStore made_up;
  for (const char* alpha : {"0.5", "0.6"}) {
    made_up.put(cell_of("solve perceptron", {{"n", "101"}, {"alpha", alpha}}), Json{{"solved", true}});
  }
  const auto charts = success_charts(Results(made_up.store()));
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0].command, kOrigin);
  ASSERT_EQ(charts[0].rules.size(), 2u);
  EXPECT_EQ(charts[0].rules[0].value, 0.7756);
  EXPECT_EQ(charts[0].rules[1].value, 0.833);
}

TEST(EntropyCharts, CompareAllSolutionsWithTheTheory) {
  MadeUpStore made_up;
  made_up.put(cell_of("theory equilibrium", {{"alpha", "0.5"}}), Json{{"entropy", 0.25}, {"q", 0.5}});
  made_up.put(cell_of("entropy perceptron", {{"n", "101"}, {"patterns", "50"}}, 2), [](std::uint64_t i) {
    return Json{
        {"alpha", 0.5}, {"bethe_entropy", 0.375}, {"bethe_overlap", 0.25}, {"bethe_converged", i == 0}};
  });
  const auto charts = entropy_charts(Results(made_up.store()));
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_THAT(names_of(charts[0]), ElementsAre("alpha = 0.5"));
  EXPECT_THAT(points_of(charts[0].series[0]), ElementsAre(std::pair(101.0, 0.125)));
  EXPECT_THAT(points_of(charts[1].series[0]), ElementsAre(std::pair(101.0, -0.25)));
}

TEST(OptionCharts, HaveWhatSuccessChartsLeaveOut) {
  MadeUpStore made_up;
  for (const char* alpha : {"0.5", "0.6"}) {
    made_up.put(cell_of("solve perceptron", {{"algorithm", "sbpi"}, {"n", "101"}, {"alpha", alpha}}),
                Json{{"solved", true}});
    for (const char* flip : {"0.01", "0.02", "0.1"}) {
      made_up.put(cell_of("solve perceptron", {{"algorithm", fmt::format("sbpi:restarts=0,flip={}", flip)},
                                               {"n", "101"},
                                               {"alpha", alpha}}),
                  Json{{"solved", flip != std::string("0.1")}});
    }
  }
  const Results results(made_up.store());
  const auto success = success_charts(results), options = option_charts(results);
  ASSERT_EQ(success.size(), 1u);
  EXPECT_THAT(names_of(success[0]), ElementsAre("sbpi, N = 101"));
  ASSERT_EQ(options.size(), 1u);
  EXPECT_EQ(options[0].title, "Instances solved against flip");
  EXPECT_TRUE(options[0].x.log);
  EXPECT_THAT(names_of(options[0]), ElementsAre("sbpi, restarts=0, N = 101, alpha = 0.5",
                                                "sbpi, restarts=0, N = 101, alpha = 0.6"));
  EXPECT_THAT(points_of(options[0].series[0]),
              ElementsAre(std::pair(0.01, 1.0), std::pair(0.02, 1.0), std::pair(0.1, 0.0)));
}

TEST(OnlineCharts, CountNoErrorsAfterTheTeacherIsFound) {
  MadeUpStore made_up;
  made_up.put(cell_of("learn perceptron", {{"n", "101"}}, 2), [](std::uint64_t i) {
    Json points = Json::array();
    points.push_back({{"patterns", 101}, {"alpha", 1.0}, {"generalization_error", 0.25}});
    if (i == 0) points.push_back({{"patterns", 202}, {"alpha", 2.0}, {"generalization_error", 0.125}});
    points.push_back({{"patterns", 250}, {"alpha", 2.475}, {"generalization_error", 0.0}});
    return Json{{"solved", true}, {"alpha", i == 0 ? 2.475 : 1.5}, {"points", std::move(points)}};
  });
  const auto charts = online_charts(Results(made_up.store()));
  ASSERT_EQ(charts.size(), 2u);
  ASSERT_THAT(names_of(charts[0]), ElementsAre("sbpi, N = 101"));
  EXPECT_THAT(points_of(charts[0].series[0]), ElementsAre(std::pair(1.0, 0.25), std::pair(2.0, 0.0625)));
  ASSERT_THAT(names_of(charts[1]), ElementsAre("sbpi"));
  EXPECT_THAT(points_of(charts[1].series[0]), ElementsAre(std::pair(101.0, 1.9875)));
}

TEST(OnlineCharts, ShowErrorsAfterDamage) {
  MadeUpStore made_up;
  Json damage = Json::array();
  damage.push_back({{"fraction", 0.01}, {"errors", 5.0}});
  made_up.put(cell_of("solve perceptron", {{"n", "101"}, {"alpha", "0.5"}, {"damage", "0.01"}}),
              Json{{"solved", true}, {"patterns", 50}, {"damage", std::move(damage)}});
  const auto charts = online_charts(Results(made_up.store()));
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0].id, "damage");
  EXPECT_THAT(points_of(charts[0].series[0]), ElementsAre(std::pair(0.01, 0.1)));
}

TEST(ScalingCharts, ShowTheWorkOfSolversOverThreeSizes) {
  MadeUpStore made_up;
  for (const char* n : {"101", "201", "401"}) {
    made_up.put(cell_of("solve perceptron", {{"algorithm", "cpr"}, {"n", n}, {"alpha", "0.6"}}, 2),
                [&](std::uint64_t i) {
                  return Json{{"solved", true}, {"work", std::stod(n) * (i == 0 ? 9 : 11)}};
                });
  }
  made_up.put(cell_of("solve perceptron", {{"algorithm", "sbpi"}, {"n", "101"}, {"alpha", "0.6"}}),
              Json{{"solved", true}, {"work", 100}});
  const auto charts = scaling_charts(Results(made_up.store()));
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_THAT(names_of(charts[0]),
              ElementsAre("perceptron alpha = 0.6, cpr", "fit N^1.00, perceptron alpha = 0.6, cpr"));
  EXPECT_THAT(points_of(charts[0].series[0]),
              ElementsAre(std::pair(101.0, 1010.0), std::pair(201.0, 2010.0), std::pair(401.0, 4010.0)));
}

TEST(ScalingCharts, LeaveTeachersOut) {
  MadeUpStore made_up;
  for (const char* n : {"101", "201"}) {
    for (const char* task : {"classify", "teacher"}) {
      made_up.put(
          cell_of("solve perceptron", {{"algorithm", "edmc"}, {"n", n}, {"alpha", "0.3"}, {"task", task}}),
          Json{{"solved", true}, {"iterations", task == std::string("classify") ? 50 : 70}});
    }
  }
  const auto charts = scaling_charts(Results(made_up.store()));
  ASSERT_FALSE(charts.empty());
  EXPECT_EQ(charts[0].command, kOrigin);
  ASSERT_THAT(names_of(charts[0]), ElementsAre("perceptron alpha = 0.3, edmc"));
  EXPECT_THAT(points_of(charts[0].series[0]), ElementsAre(std::pair(101.0, 50.0), std::pair(201.0, 50.0)));
}

TEST(TeacherCharts, ShowTheoryAndStudents) {
  MadeUpStore made_up;
  const auto put_theory = [&](const char* kind, Parameters more, double alpha, double error) {
    more.emplace_back("alpha", fmt::format("{}", alpha));
    more.emplace_back("task", "teacher");
    made_up.put(cell_of(kind, more), Json{{"d", 0.05}, {"generalization_error", error}});
  };
  put_theory("theory equilibrium", {}, 0.5, 0.4);
  put_theory("theory equilibrium", {}, 0.75, 0.3);
  put_theory("theory", {{"distance", "0.05"}}, 0.5, 0.35);
  put_theory("theory", {{"distance", "0.05"}}, 0.75, 0.25);
  put_theory("theory", {{"distance", "0.05"}, {"y", "0"}}, 0.5, 0.9);  // typical: not a centre
  made_up.put(cell_of("solve perceptron", {{"n", "101"}, {"alpha", "0.5"}, {"task", "teacher"}}, 2),
              [](std::uint64_t i) {
                return Json{{"solved", i == 0}, {"generalization_error", i == 0 ? 0.33 : 0.8}};
              });
  const auto charts = teacher_charts(Results(made_up.store()));
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0].command, kOrigin);
  ASSERT_THAT(names_of(charts[0]),
              ElementsAre("centres at d = 0.05, theory", "typical, theory", "rbp, N = 101"));
  EXPECT_THAT(points_of(charts[0].series[0]), ElementsAre(std::pair(0.5, 0.35), std::pair(0.75, 0.25)));
  EXPECT_THAT(points_of(charts[0].series[1]), ElementsAre(std::pair(0.5, 0.4), std::pair(0.75, 0.3)));
  EXPECT_THAT(points_of(charts[0].series[2]), ElementsAre(std::pair(0.5, 0.33)));
  EXPECT_FALSE(charts[0].series[0].dashed);
  EXPECT_TRUE(charts[0].series[1].dashed);
}

TEST(TheoryLines, AreDashedWhereSolutionsAreTypical) {
  MadeUpStore made_up;
  for (const char* y : {"auto", "0"}) {
    made_up.put(cell_of("theory", {{"alpha", "0.5"}, {"distance", "0.05"}, {"y", y}}),
                Json{{"alpha", 0.5}, {"d", 0.05}, {"internal_entropy", 0.1}, {"converged", true}});
  }
  Origins origins;
  const auto lines = theory_lines(Results(made_up.store()), "classify", "internal_entropy", origins);
  EXPECT_EQ(origins.text(), kOrigin);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].name, "densest, alpha = 0.5");
  EXPECT_FALSE(lines[0].dashed);
  EXPECT_EQ(lines[1].name, "typical, alpha = 0.5");
  EXPECT_TRUE(lines[1].dashed);
}

}  // namespace
}  // namespace bitbasin::charts_test
