// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "bitbasin/report/charts.h"
#include "bitbasin/report/samples.h"

namespace bitbasin {
namespace {

// Whether it is a point of the theory that was solved.
bool is_solved_point(const DoneTask& done, std::string_view task) {
  if (done.kind != "theory" || done.parameter("task") != task || !done.number("alpha") || !done.number("d")) {
    return false;
  }
  const Json* converged = done.result.find("converged");
  return converged && *converged == true;
}

bool at_y_star(const DoneTask& done) {
  return done.parameter("y") == "auto";
}

// The alpha to show if only one can be shown: the largest with the most points.
std::vector<const DoneTask*> best_curve(const Results& results) {
  std::map<double, std::map<double, const DoneTask*>> by_alpha;
  for (const DoneTask& done : results.done()) {
    if (is_solved_point(done, "classify") && at_y_star(done)) {
      by_alpha[*done.number("alpha")][*done.number("d")] = &done;
    }
  }
  const auto best = std::ranges::max_element(by_alpha, [](const auto& a, const auto& b) {
    return std::pair(a.second.size(), a.first) < std::pair(b.second.size(), b.first);
  });
  std::vector<const DoneTask*> curve;
  if (best == by_alpha.end()) return curve;
  for (const auto& [d, done] : best->second) curve.push_back(done);
  return curve;
}

Chart order_parameters(const std::vector<const DoneTask*>& curve) {
  Origins origins;
  Chart chart{.id = "order-parameters",
              .title = fmt::format("Order parameters at alpha = {}", *curve[0]->number("alpha")),
              .caption =
                  "Overlaps on the y* curve: of two centres (q~), of two solutions around one centre "
                  "(q1) and around different ones (q0), and of a centre with the solutions around it "
                  "(S) and around others (S~).",
              .command = "",
              .x = {"distance d"},
              .y = {"overlap"}};
  const std::pair<const char*, const char*> shown[] = {
      {"q_tilde", "q~"}, {"q1", "q1"}, {"q0", "q0"}, {"s", "S"}, {"s_tilde", "S~"}};
  for (const auto& [key, name] : shown) {
    ChartSeries series{.name = name, .kind = ChartSeries::Kind::both};
    for (const DoneTask* done : curve) {
      if (const auto value = done->number(key))
        series.points.push_back({.x = *done->number("d"), .y = *value});
    }
    chart.series.push_back(std::move(series));
  }
  for (const DoneTask* done : curve) origins.add(*done);
  chart.command = origins.text();
  return chart;
}

}  // namespace

std::vector<ChartSeries> theory_lines(const Results& results, std::string_view task, std::string_view key,
                                      Origins& origins) {
  // By alpha, then y* before y = 0 before others, which are told by their text.
  std::map<std::pair<double, std::string>, std::map<double, double>> lines;
  for (const DoneTask& done : results.done()) {
    const auto value = done.number(key);
    if (!is_solved_point(done, task) || !value) continue;
    lines[{*done.number("alpha"), at_y_star(done) ? "" : done.parameter("y")}][*done.number("d")] = *value;
    origins.add(done);
  }
  std::vector<ChartSeries> all;
  for (const auto& [line, points] : lines) {
    const auto& [alpha, y] = line;
    ChartSeries series{.name = y.empty()                ? fmt::format("densest, alpha = {}", alpha)
                               : y == "0" || y == "0.0" ? fmt::format("typical, alpha = {}", alpha)
                                                        : fmt::format("y = {}, alpha = {}", y, alpha),
                       .dashed = !y.empty()};
    for (const auto& [d, value] : points) series.points.push_back({.x = d, .y = value});
    all.push_back(std::move(series));
  }
  return all;
}

std::vector<Chart> theory_charts(const Results& results) {
  std::vector<Chart> charts;
  Origins curves_from;
  Chart curves{.id = "entropy-curves",
               .title = "Entropy of solutions at distance d",
               .caption =
                   "Theory: S_I around the densest centres (y*, solid) and around typical solutions "
                   "(y = 0, dashed). Points: local entropy around what reinforced belief propagation "
                   "finds, mean and 95 percent interval over instances.",
               .command = "",
               .x = {"distance d"},
               .y = {"entropy per synapse"},
               .series = theory_lines(results, "classify", "internal_entropy", curves_from)};
  if (!curves.series.empty()) {
    std::set<double> alphas;
    for (const DoneTask& done : results.done()) {
      if (is_solved_point(done, "classify")) alphas.insert(*done.number("alpha"));
    }
    const auto measured = [&](const DoneTask& done) {
      const bool shown = done.algorithm == "rbp" && alphas.contains(*done.alpha);
      return shown ? fmt::format("measured, alpha = {}", *done.alpha) : "";
    };
    for (ChartSeries& s :
         local_entropies(results, "classify", measured, curves_from).means(ChartSeries::Kind::points)) {
      curves.series.push_back(std::move(s));
    }
    curves.command = curves_from.text();
    charts.push_back(std::move(curves));
  }
  if (const auto curve = best_curve(results); !curve.empty()) charts.push_back(order_parameters(curve));
  Origins powers_from;
  Chart powers{.id = "y-star",
               .title = "The power y* against the distance",
               .caption = "Where the entropy of centres vanishes. It grows without bound towards both ends.",
               .command = "",
               .x = {"distance d"},
               .y = {"y*", true}};
  for (ChartSeries& series : theory_lines(results, "classify", "y", powers_from)) {
    if (!series.dashed) powers.series.push_back(std::move(series));
  }
  powers.command = powers_from.text();
  if (!powers.series.empty()) charts.push_back(std::move(powers));
  Origins replicons_from;
  Chart replicons{
      .id = "replicons",
      .title = "Stability of the symmetry of replicas",
      .caption = "The largest replicon eigenvalue between groups: from 1 on the symmetry is unstable.",
      .command = "",
      .x = {"distance d"},
      .y = {"eigenvalue"},
      .series = theory_lines(results, "classify", "replicon_between", replicons_from),
      .rules = {{.axis = 'y', .value = 1, .label = "1: unstable above"}}};
  replicons.command = replicons_from.text();
  if (!replicons.series.empty()) charts.push_back(std::move(replicons));
  return charts;
}

}  // namespace bitbasin
