// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/report/report.h"

#include <gmock/gmock.h>

#include "bitbasin/base/error.h"
#include "bitbasin/report/charts.h"
#include "bitbasin/report/samples.h"
#include "bitbasin/reproduce/made_up_store.test.h"

namespace bitbasin::report_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const Json* figure(const Json& data, const std::string& id) {
  for (const Json& f : data.at("figures")) {
    if (f.at("id") == id) return &f;
  }
  return nullptr;
}

// Of the reproduction that the store was asked for last.
Json data_of(Store& store) {
  const Results results(store);
  const auto asked = last_reproduction(store);
  return report_data(store, results, asked ? std::optional(judge(*asked, results)) : std::nullopt);
}

Cell solving(const char* algorithm, const char* n, const char* alpha, std::uint64_t instances = 4) {
  return cell_of("solve perceptron", {{"algorithm", algorithm}, {"n", n}, {"alpha", alpha}}, instances);
}

TEST(FillPage, KeepsDataInTheirBlock) {
  const Json data = {{"title", "</script><script>alert(1)</script>"}, {"bytes", "\xff"}};
  const std::string page = fill_page("<script>\"BITBASIN_REPORT_DATA\"</script>", data);
  EXPECT_EQ(page.find("</script>"), page.size() - std::string("</script>").size());
  const std::string block = page.substr(8, page.size() - 8 - 9);
  EXPECT_EQ(Json::parse(block)->at("title"), data.at("title"));
  EXPECT_THAT(error_text([] { fill_page("<html></html>", {}); }), HasSubstr("no place for its data"));
}

TEST(Report, ShowsSuccessWithIntervals) {
  MadeUpStore made_up;
  made_up.put(solving("rbp", "101", "0.5"), Json{{"solved", true}});
  made_up.put(solving("rbp", "101", "0.75"), [](std::uint64_t i) { return Json{{"solved", i == 0}}; });
  made_up.put(solving("sbpi", "101", "0.5"), Json{{"solved", true}});  // one alpha: no curve
  const Json data = data_of(made_up.store());
  const Json* success = figure(data, "success");
  ASSERT_NE(success, nullptr);
  ASSERT_EQ(success->at("series").size(), 1u);
  EXPECT_EQ(success->at("series")[0].at("name"), "rbp, N = 101");
  const Json& points = success->at("series")[0].at("points");
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[1].at("x"), 0.75);
  EXPECT_EQ(points[1].at("y"), 0.25);
  EXPECT_EQ(points[1].at("note"), "1 of 4");
  EXPECT_LT(points[1].at("low"), 0.25);
  EXPECT_EQ(success->at("rules").size(), 2u);
}

TEST(Report, JudgesClaimsOfAReproductionOnly) {
  MadeUpStore made_up({Profile::quick, 4});
  const Claim& capacity = claim("equilibrium-capacity");
  made_up.put(capacity.cells({})[0], Json{{"capacity", 0.833}});
  const Json data = data_of(made_up.store());
  ASSERT_EQ(data.at("claims").size(), claims().size());
  const Json& first = data.at("claims")[0];
  EXPECT_EQ(first.at("verdict"), "reproduced");
  EXPECT_EQ(first.at("command"), "bitbasin reproduce equilibrium-capacity --seed 4");
  EXPECT_EQ(data.at("claims")[1].at("verdict"), "not run");
  EXPECT_THAT(data.at("claims")[1].at("why").get<std::string>(), HasSubstr("0 of 1"));

  const TempFolder folder;
  Store empty = Store::open(folder.path("mine.db"));
  const Json mine = data_of(empty);
  EXPECT_EQ(mine.at("title"), "Results of mine.db");
  EXPECT_TRUE(mine.at("claims").empty());
  EXPECT_TRUE(mine.at("figures").empty());
}

TEST(Report, LaysMeasurementsOverTheTheory) {
  MadeUpStore made_up;
  for (const char* d : {"0.05", "0.1"}) {
    for (const char* y : {"auto", "0"}) {
      made_up.put(cell_of("theory", {{"alpha", "0.6"}, {"distance", d}, {"y", y}}),
                  Json{{"alpha", 0.6},
                       {"d", std::stod(d)},
                       {"y", 14},
                       {"internal_entropy", 0.1},
                       {"q_tilde", 0.8},
                       {"replicon_between", 0.9},
                       {"converged", true}});
    }
  }
  made_up.put(cell_of("entropy perceptron", {{"algorithm", "rbp"}, {"n", "101"}, {"alpha", "0.6"}}, 2),
              Json{{"solved", true},
                   {"points", {{{"d", 0.05}, {"entropy", 0.11}}, {{"d", 0.1}, {"entropy", nullptr}}}}});
  const Json data = data_of(made_up.store());
  std::vector<std::string> names;
  for (const Json& s : figure(data, "entropy-curves")->at("series")) names.push_back(s.at("name").text());
  EXPECT_THAT(names, ElementsAre("densest, alpha = 0.6", "typical, alpha = 0.6", "measured, alpha = 0.6"));
  EXPECT_EQ(figure(data, "entropy-curves")->at("series")[2].at("points").size(), 1u);
  EXPECT_EQ(figure(data, "y-star")->at("series").size(), 1u);
  EXPECT_EQ(figure(data, "y-star")->at("y").at("scale"), "log");
  EXPECT_EQ(figure(data, "order-parameters")->at("series")[0].at("points").size(), 2u);
  EXPECT_EQ(figure(data, "replicons")->at("series").size(), 2u);
  EXPECT_EQ(figure(data, "replicons")->at("rules")[0]["value"], 1.0);
  EXPECT_EQ(figure(data, "solver-entropy")->at("series").size(), 3u);
}

TEST(Report, FitsPowerLaws) {
  MadeUpStore made_up;
  for (const char* n : {"100", "200", "400"}) {
    const double mean = std::pow(std::stod(n), 1.5);
    made_up.put(cell_of("solve ksat", {{"algorithm", "edmc"}, {"n", n}, {"k", "3"}, {"alpha", "3"}}, 4),
                [&](std::uint64_t i) {
                  return Json{{"solved", true}, {"iterations", mean * (i % 2 == 0 ? 0.9 : 1.1)}};
                });
  }
  const Json data = data_of(made_up.store());
  const Json& series = figure(data, "edmc-scaling")->at("series");
  ASSERT_EQ(series.size(), 2u);
  EXPECT_EQ(series[1].at("name"), "fit N^1.50, 3-SAT alpha = 3, edmc");
  EXPECT_EQ(figure(data, "edmc-annealing")->at("series")[0].at("points").size(), 3u);
}

TEST(Report, DrawsTrainings) {
  MadeUpStore made_up;
  const Cell pixels = cell_of("train", {{"features", "threshold"}, {"k1", "3"}, {"k2", "5"}});
  made_up.put(pixels, Json{{"n", 401},
                           {"k1", 3},
                           {"k2", 5},
                           {"train_images", 100},
                           {"test_error", 0.05},
                           {"model_bytes", 2000},
                           {"curve", {{{"epoch", 1}, {"errors", 20}}, {{"epoch", 2}, {"errors", 4}}}},
                           {"unit_images", {{"rows", 1}, {"columns", 3}, {"units", {"+-.", "--+"}}}}});
  const Json data = data_of(made_up.store());
  const Json& curve = figure(data, "mnist-learning")->at("series")[0];
  EXPECT_EQ(curve.at("name"), "threshold, 3 x 5");
  EXPECT_EQ(curve.at("points")[1].at("y"), 4.0);
  const Json& size = figure(data, "mnist-size")->at("series")[0].at("points")[0];
  EXPECT_EQ(size.at("x"), 2.0);
  EXPECT_EQ(size.at("y"), 5.0);
  EXPECT_EQ(figure(data, "mnist-features")->at("series")[0].at("points")[0].at("label"), "threshold");
  ASSERT_EQ(data.at("pictures").size(), 1u);
  EXPECT_THAT(data.at("pictures")[0].at("png").get<std::string>(), HasSubstr("iVBORw0KGgo"));
}

// A store may contain anything: it must be shown as text or not at all.
TEST(Report, TellsWalksApartByTheirFeatures) {
  MadeUpStore made_up;
  for (const char* features : {"threshold", "depth:2,rbm:501"}) {
    const Cell cell = cell_of("walk network", {{"features", features}, {"k1", "11"}, {"k2", "30"}});
    const Json point = {{"distance", 0}, {"density", 0.9}, {"test_error", 0.02}};
    Json walk = Json::object();
    walk["points"] = Json::array();
    walk["points"].push_back(point);
    made_up.put(cell, walk);
  }
  const Json data = data_of(made_up.store());
  for (const char* chart : {"walk-density", "walk-error"}) {
    std::vector<std::string> names;
    for (const Json& s : figure(data, chart)->at("series")) names.push_back(s.at("name").text());
    EXPECT_THAT(names, testing::UnorderedElementsAre("mnist 11 x 30, threshold, seed 1",
                                                     "mnist 11 x 30, depth,rbm, seed 1"));
  }
}

TEST(Report, SurvivesForeignResults) {
  MadeUpStore made_up;
  const Json wrong[] = {
      Json::object(), Json{{"solved", "yes"}, {"iterations", nullptr}, {"points", 3}},
      Json{{"curve", {1, 2}}, {"train_images", -1}, {"unit_images", {{"rows", 1e9}, {"columns", 1}}}},
      Json{{"points", {nullptr, {{"d", "x"}}}}, {"converged", 1}, {"alpha", "a"}}};
  const char* const kinds[] = {"solve perceptron",   "solve ksat", "theory",      "theory equilibrium",
                               "entropy perceptron", "train",      "walk network"};
  for (const char* kind : kinds) {
    std::uint64_t seed = 0;
    for (const Json& result : wrong) {
      Parameters parameters;
      if (task_kind(kind).has_seed()) parameters.emplace_back("seed", std::to_string(++seed));
      if (std::string_view(kind).find("perceptron") != std::string_view::npos)
        parameters.emplace_back("alpha", "0.5");
      if (std::string_view(kind) == "solve ksat") parameters.emplace_back("alpha", "3");
      made_up.put(cell_of(kind, parameters), result);
    }
  }
  made_up.put_text(solving("rbp", "11", "0.5"), "no JSON");
  const Json data = data_of(made_up.store());
  EXPECT_THAT(data.dump(), HasSubstr("1 that cannot be read"));
  EXPECT_EQ(data.at("pictures").size(), 0u);
}

}  // namespace
}  // namespace bitbasin::report_test
