// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "bitbasin/plot/image_grid.h"
#include "bitbasin/report/charts.h"
#include "bitbasin/report/samples.h"

namespace bitbasin {
namespace {

// "deskew,patches" of a spec with every option named.
std::string stage_names(const std::string& features) {
  std::string names;
  bool skip = false;
  for (const char c : features) {
    if (c == ',') skip = false;
    if (c == ':') skip = true;
    if (!skip) names += c;
  }
  return names;
}

std::string shape_of(const DoneTask& done) {
  return fmt::format("{} x {}", done.parameter("k1"), done.parameter("k2"));
}

// Trainings on one data set.
struct Trainings {
  std::vector<const DoneTask*> done;
  Origins origins;
};

// Some hundred points at most, denser at the beginning.
std::vector<ChartPoint> thinned(const Json& curve, double images) {
  std::vector<ChartPoint> points;
  double next = 0;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const auto epoch = number_in(curve[i], "epoch"), errors = number_in(curve[i], "errors");
    if (!epoch || !errors || (*epoch < next && i + 1 < curve.size())) continue;
    next = *epoch * 1.05;
    points.push_back({.x = *epoch, .y = 100 * *errors / images});
  }
  return points;
}

Chart learning_curves(const Trainings& trainings, const std::string& name) {
  Chart chart{.id = name + "-learning",
              .title = "Learning curves on " + name,
              .caption =
                  "Images that are answered wrongly while they are presented, per epoch. A curve ends "
                  "where nothing is left to learn, or with its epochs.",
              .command = trainings.origins.text(),
              .x = {"epoch", true},
              .y = {"errors, %", true}};
  std::set<std::string> names;
  for (const DoneTask* done : trainings.done) {
    const std::string title =
        fmt::format("{}, {}", stage_names(done->parameter("features")), shape_of(*done));
    const Json* curve = done->result.find("curve");
    const double images = done->number("train_images").value_or(0);
    // One of several networks that differ only in their seeds is enough.
    if (!curve || !curve->is_array() || images <= 0 || !names.insert(title).second) continue;
    chart.series.push_back({.name = title, .points = thinned(*curve, images)});
  }
  return chart;
}

Chart error_against_size(const Trainings& trainings, const std::string& name) {
  Chart chart{.id = name + "-size",
              .title = "Test error against the size of the model, " + name,
              .caption = "One-bit weights of the committees, and the features.",
              .command = trainings.origins.text(),
              .x = {"model, kB", true},
              .y = {"test error, %"}};
  Samples errors;
  for (const DoneTask* done : trainings.done) {
    const auto bytes = done->number("model_bytes"), error = done->number("test_error");
    if (!bytes || !error) continue;
    errors.add(stage_names(done->parameter("features")), *bytes / 1000, 100 * *error);
  }
  chart.series = errors.means(ChartSeries::Kind::points);
  if (name == "mnist") {
    chart.caption +=
        " Lines across are published errors of other networks made of bits: convolutional Tsetlin machine "
        "(the best epoch, github.com/cair/convolutional-tsetlin-machine-tutorial), LogicTreeNet-L with "
        "1,270,000 gates (arXiv:2411.04732), BinaryNet (arXiv:1602.02830), difflogic (arXiv:2210.08277), "
        "LILogicNet with 8,000 gates (arXiv:2511.12340), Tsetlin machine (arXiv:1804.01508).";
    chart.rules = {{'y', 0.49, "convolutional Tsetlin 0.49"},
                   {'y', 0.65, "LogicTreeNet 0.65"},
                   {'y', 0.96, "BinaryNet 0.96"},
                   {'y', 1.53, "difflogic 1.53"},
                   {'y', 1.55, "LILogicNet 1.55"},
                   {'y', 1.8, "Tsetlin 1.8"}};
  }
  if (name == "fashion") {
    chart.caption +=
        " Lines across are published errors of fuzzy-pattern Tsetlin machines with 2, 20 and 8000 clauses "
        "per class (arXiv:2508.08350).";
    chart.rules = {{'y', 7.82, "FPTM-2 7.8"}, {'y', 6.81, "FPTM-20 6.8"}, {'y', 5.32, "FPTM-8000 5.3"}};
  }
  return chart;
}

Chart error_by_features(const Trainings& trainings, const std::string& name) {
  Chart chart{.id = name + "-features",
              .title = "Test error by preprocessing, " + name,
              .caption =
                  "How images become bits: thresholded pixels, random projections, units of a "
                  "Boltzmann machine, or competing patches.",
              .command = trainings.origins.text(),
              .x = {"inputs N"},
              .y = {"test error, %"}};
  std::map<std::string, ChartSeries> by_shape;
  for (const DoneTask* done : trainings.done) {
    const auto n = done->number("n"), error = done->number("test_error");
    if (!n || !error) continue;
    ChartSeries& series = by_shape[shape_of(*done)];
    series.name = shape_of(*done);
    series.kind = ChartSeries::Kind::points;
    series.points.push_back({.x = *n, .y = 100 * *error, .label = stage_names(done->parameter("features"))});
  }
  for (auto& [shape, series] : by_shape) chart.series.push_back(std::move(series));
  return chart;
}

// Two charts over the distance walked: the density of allowed flips, and the test error.
std::vector<Chart> walks(const Results& results) {
  Chart density{.id = "walk-density",
                .title = "Density of allowed flips along a walk",
                .caption =
                    "Share of single flips that cause no training error, against the distance from the "
                    "trained network.",
                .command = "",
                .x = {"distance"},
                .y = {"allowed flips"}};
  Chart error{.id = "walk-error",
              .title = "Test error along the walk",
              .caption = "The networks along the way make no training errors either.",
              .command = "",
              .x = {"distance"},
              .y = {"test error, %"}};
  Origins origins;
  for (const DoneTask& done : results.done()) {
    const Json* points = done.result.find("points");
    if (done.kind != "walk network" || !points || !points->is_array()) continue;
    const std::string name = fmt::format("{} {}, {}, seed {}", done.parameter("dataset"), shape_of(done),
                                         stage_names(done.parameter("features")), done.parameter("seed"));
    ChartSeries flips{.name = name, .kind = ChartSeries::Kind::both}, errors = flips;
    for (const Json& p : *points) {
      const auto x = number_in(p, "distance"), d = number_in(p, "density"), e = number_in(p, "test_error");
      if (x && d) flips.points.push_back({.x = *x, .y = *d});
      if (x && e) errors.points.push_back({.x = *x, .y = 100 * *e});
    }
    if (flips.points.empty()) continue;
    density.series.push_back(std::move(flips));
    error.series.push_back(std::move(errors));
    origins.add(done);
  }
  if (density.series.empty()) return {};
  density.command = error.command = origins.text();
  return {std::move(density), std::move(error)};
}

// The pictures of units that a result has, as grey values; none if they are damaged.
std::vector<std::uint8_t> grey_units(const Json& images, std::size_t pixels, std::size_t most) {
  std::vector<std::uint8_t> grey;
  for (std::size_t i = 0; i < std::min(most, images.size()); ++i) {
    if (!images[i].is_string() || images[i].text().size() != pixels) return {};
    for (const char c : images[i].text()) {
      grey.push_back(c == '+' ? 255 : c == '-' ? 0 : 128);
    }
  }
  return grey;
}

}  // namespace

std::vector<Chart> network_charts(const Results& results) {
  std::map<std::string, Trainings> by_data;
  for (const DoneTask& done : results.done()) {
    if (done.kind != "train") continue;
    Trainings& trainings = by_data[done.parameter("dataset")];
    trainings.done.push_back(&done);
    trainings.origins.add(done);
  }
  std::vector<Chart> charts;
  for (const auto& [name, trainings] : by_data) {
    for (const auto draw : {learning_curves, error_against_size, error_by_features}) {
      Chart chart = draw(trainings, name);
      if (!chart.series.empty()) charts.push_back(std::move(chart));
    }
  }
  for (Chart& chart : walks(results)) charts.push_back(std::move(chart));
  return charts;
}

std::vector<Picture> network_pictures(const Results& results) {
  constexpr std::size_t kMost = 33, kColumns = 11, kScale = 2;
  constexpr double kMostPixels = 4096;  // a side of 64
  for (const DoneTask& done : results.done()) {
    const Json* images = done.result.find("unit_images");
    if (done.kind != "train" || !images) continue;
    const auto rows = number_in(*images, "rows"), columns = number_in(*images, "columns");
    if (!rows || !columns || !(*rows > 0 && *columns > 0 && *rows * *columns <= kMostPixels)) continue;
    const auto height = static_cast<std::size_t>(*rows), width = static_cast<std::size_t>(*columns);
    const Json* units = images->find("units");
    if (!units || !units->is_array()) continue;
    const auto grey = grey_units(*units, width * height, kMost);
    if (grey.empty()) continue;
    Origins origins;
    origins.add(done);
    return {{.id = "weights",
             .title = fmt::format("Weights of a committee, {}", done.parameter("dataset")),
             .caption = "The perceptrons of the first committee of a network that reads single pixels: white "
                        "is +1, black -1, grey a pixel that is left out because it hardly ever changes.",
             .command = origins.text(),
             .png = to_png(image_grid(grey, width, height, kColumns, kScale))}};
  }
  return {};
}

}  // namespace bitbasin
