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

Chart around_solutions(const Results& results, const char* task) {
  const bool teacher = std::string_view(task) == "teacher";
  Chart chart{.id = teacher ? "teacher-entropy" : "solver-entropy",
              .title = teacher ? "Solutions around the teacher and around what is learned from it"
                               : "Solutions around what solvers find",
              .caption =
                  "Local entropy by belief propagation with a field, mean and 95 percent interval over "
                  "instances, beside the theory for the densest places (solid) and for typical "
                  "solutions (dashed).",
              .command = "",
              .x = {"distance d"},
              .y = {"entropy per synapse"}};
  Origins origins;
  std::set<std::string> alphas;
  const auto by_solver = [&](const DoneTask& done) {
    const std::string alpha = fmt::format("alpha = {}", *done.alpha);
    alphas.insert(alpha);
    return fmt::format("{}, {}", done.algorithm, alpha);
  };
  chart.series = local_entropies(results, task, by_solver, origins).means(ChartSeries::Kind::points);
  if (chart.series.empty()) return chart;
  // The theory of the same alphas only.
  for (ChartSeries& line : theory_lines(results, task, "internal_entropy", origins)) {
    const auto ends = [&](const std::string& alpha) { return line.name.ends_with(alpha); };
    if (std::ranges::any_of(alphas, ends)) chart.series.push_back(std::move(line));
  }
  chart.command = origins.text();
  return chart;
}

// What belief propagation says of all solutions, minus the theory at the same alpha, against N.
Chart against_theory(const Results& results, const char* quantity, const char* theory_key) {
  Chart chart{.id = fmt::format("bethe-{}", quantity),
              .title = fmt::format("Bethe {} minus the theory's", quantity),
              .caption =
                  "All solutions of random instances by belief propagation, where it converges, minus the "
                  "replica-symmetric value; mean and 95 percent interval.",
              .command = "",
              .x = {"N", true},
              .y = {fmt::format("difference of {}", quantity)},
              .rules = {{.axis = 'y', .value = 0}}};
  std::map<double, double> theory;  // by alpha
  for (const DoneTask& done : results.done()) {
    const auto value = done.number(theory_key);
    if (done.kind == "theory equilibrium" && done.parameter("task") == "classify" && done.alpha && value)
      theory[*done.alpha] = *value;
  }
  Samples differences;
  Origins origins;
  for (const DoneTask& done : results.done()) {
    const Json* converged = done.result.find("bethe_converged");
    const auto alpha = done.number("alpha"), value = done.number(fmt::format("bethe_{}", quantity));
    if (done.kind != "entropy perceptron" || done.parameter("task") != "classify" || !done.n || !alpha ||
        !value || converged == nullptr || *converged != true) {
      continue;
    }
    const auto expected = theory.find(*alpha);
    if (expected == theory.end()) continue;
    differences.add(fmt::format("alpha = {:.2g}", *alpha), static_cast<double>(*done.n),
                    *value - expected->second);
    origins.add(done);
  }
  chart.series = differences.means(ChartSeries::Kind::both);
  chart.command = origins.text();
  return chart;
}

}  // namespace

std::vector<Chart> entropy_charts(const Results& results) {
  std::vector<Chart> charts;
  for (const char* task : {"classify", "teacher"}) {
    Chart chart = around_solutions(results, task);
    if (!chart.series.empty()) charts.push_back(std::move(chart));
  }
  for (const auto& [quantity, theory] : {std::pair("entropy", "entropy"), {"overlap", "q"}}) {
    Chart chart = against_theory(results, quantity, theory);
    if (!chart.series.empty()) charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace bitbasin
