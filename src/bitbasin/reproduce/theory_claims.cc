// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bitbasin/base/statistics.h"
#include "bitbasin/reproduce/claim_groups.h"

namespace bitbasin {
namespace {

ClaimResult judged(bool holds, std::string measured, std::string why = "") {
  return {.verdict = holds ? Verdict::reproduced : Verdict::not_reproduced,
          .measured = std::move(measured),
          .why = holds ? "" : std::move(why)};
}

std::string text(double x) {
  return fmt::format("{}", x);
}

// The alpha where the entropy of the solutions vanishes.
Claim end_of_solutions(std::string id, std::string statement, std::string task, double paper) {
  const auto cell = [task] { return cell_of("theory equilibrium", {{"task", task}}); };
  return {std::move(id), std::move(statement), text(paper),
          [cell](const ClaimSetup&) { return std::vector{cell()}; },
          [cell, paper](const ClaimSetup&, const Results& results) {
            const double alpha = results.only(cell()).result.at("capacity").get<double>();
            // The paper gives three digits.
            return judged(std::abs(alpha - paper) < 5e-4, fmt::format("{:.7f}", alpha));
          }};
}

// Curves over the distance, from y = 0 (typical solutions) or at y* (the densest places).
constexpr double kDistances[] = {0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.18};
constexpr double kAlphas[] = {0.5, 0.6, 0.7, 0.75};
constexpr double kTypicalAlphas[] = {0.6, 0.7};

Cell point(double alpha, double distance, bool typical) {
  Parameters parameters = {{"alpha", text(alpha)}, {"distance", text(distance)}};
  if (typical) parameters.emplace_back("y", "0");
  return cell_of("theory", parameters);
}

std::vector<Cell> curves(std::span<const double> alphas, bool typical) {
  std::vector<Cell> cells;
  for (const double alpha : alphas) {
    for (const double d : kDistances) cells.push_back(point(alpha, d, typical));
  }
  return cells;
}

std::vector<Cell> dense_curves(const ClaimSetup&) {
  return curves(kAlphas, false);
}

const Json& solved_point(const Results& results, const Cell& cell) {
  const Json& found = results.only(cell).result;
  if (!found.at("converged").get<bool>()) throw NotThere("the equations were not solved for " + cell.label);
  return found;
}

ClaimResult typical_isolated(const ClaimSetup&, const Results& results) {
  double largest = -1;
  for (const double alpha : kTypicalAlphas) {
    const Json& at = solved_point(results, point(alpha, kDistances[0], true));
    largest = std::max(largest, at.at("internal_entropy").get<double>());
  }
  return judged(largest < 0, fmt::format("S_I = {:.4f} at most at d = {}", largest, kDistances[0]));
}

ClaimResult dense_clusters(const ClaimSetup& setup, const Results& results) {
  double least = 1;
  for (const Cell& cell : dense_curves(setup)) {
    least = std::min(least, solved_point(results, cell).at("internal_entropy").get<double>());
  }
  return judged(least > 0, fmt::format("S_I = {:.4f} at least, alpha {} to {}, d {} to {}", least, kAlphas[0],
                                       kAlphas[std::size(kAlphas) - 1], kDistances[0],
                                       kDistances[std::size(kDistances) - 1]));
}

ClaimResult many_centres(const ClaimSetup& setup, const Results& results) {
  double largest = 0;
  for (const Cell& cell : dense_curves(setup)) {
    largest = std::max(largest, solved_point(results, cell).at("q_tilde").get<double>());
  }
  return judged(largest < 1, fmt::format("q~ = {:.4f} at most", largest));
}

constexpr double kTransitionAlpha = 0.7;

Cell transitions() {
  return cell_of("theory transitions", {{"alpha", text(kTransitionAlpha)}});
}

std::vector<Cell> transition_cells(const ClaimSetup&) {
  return {transitions()};
}

// A divergence cannot be measured, but its growth towards both ends can, and the position of the upper end.
ClaimResult y_diverges(const ClaimSetup&, const Results& results) {
  std::vector<double> y;
  for (const double d : kDistances) {
    y.push_back(solved_point(results, point(kTransitionAlpha, d, false)).at("y").get<double>());
  }
  const auto least = std::ranges::min_element(y);
  const bool grows = least != y.begin() && least != y.end() - 1 &&
                     std::is_sorted(y.begin(), least + 1, std::greater<>()) && std::is_sorted(least, y.end());
  const Json& divergence = results.only(transitions()).result.at("divergence").at(0);
  const double end = divergence.at("d_inf").get<double>(), error = divergence.at("error").get<double>();
  const bool found = end > kDistances[std::size(kDistances) - 1] && error < 0.1 * end;
  return {.verdict = grows && found ? Verdict::reproduced
                     : grows        ? Verdict::partly
                                    : Verdict::not_reproduced,
          .measured = fmt::format("y* = {:.1f}, {:.1f}, {:.1f} at d = {}, {}, {}; infinite at {:.4f}",
                                  y.front(), *least, y.back(), kDistances[0], kDistances[least - y.begin()],
                                  kDistances[std::size(kDistances) - 1], end),
          .why = grows && found ? ""
                 : grows        ? "the upper end was not found"
                                : "y* does not grow to both ends"};
}

ClaimResult transition_at(const Results& results, const char* key, double paper) {
  const Json& at = results.only(transitions()).result.at(key);
  const double alpha = at.at("alpha").get<double>(), error = at.at("error").get<double>();
  if (!(alpha > 0)) throw NotThere("the search for the transition found nothing");
  // The paper gives two digits.
  return judged(std::abs(alpha - paper) < 0.01, fmt::format("{:.5f} +- {:.0e}", alpha, error));
}

// Learning from a teacher: centres of dense clusters against typical solutions, and what a solver finds.
constexpr double kTeacherAlphas[] = {0.2, 0.4, 0.6, 0.8, 1.0};
constexpr double kLargestSolved = 0.8;  // beyond it solvers need more than the default budget
constexpr double kTeacherDistance = 0.05;

Cell centre(double alpha) {
  return cell_of("theory",
                 {{"task", "teacher"}, {"alpha", text(alpha)}, {"distance", text(kTeacherDistance)}});
}

Cell typical(double alpha) {
  return cell_of("theory equilibrium", {{"task", "teacher"}, {"alpha", text(alpha)}});
}

Cell student(const ClaimSetup& setup, const char* algorithm, double alpha) {
  return cell_of("solve perceptron",
                 {{"algorithm", algorithm},
                  {"task", "teacher"},
                  {"n", "1001"},
                  {"alpha", text(alpha)},
                  {"seed", fmt::format("{}", setup.first_instance())}},
                 setup.quick() ? 10 : 100);
}

constexpr const char* kStudents[] = {"rbp", "sbpi"};

std::vector<Cell> teacher_cells(const ClaimSetup& setup) {
  std::vector<Cell> cells;
  for (const double alpha : kTeacherAlphas) {
    cells.push_back(centre(alpha));
    cells.push_back(typical(alpha));
    if (alpha > kLargestSolved) continue;
    for (const char* algorithm : kStudents) cells.push_back(student(setup, algorithm, alpha));
  }
  return cells;
}

ClaimResult generalization(const ClaimSetup& setup, const Results& results) {
  const auto error_of = [](const Json& keys) { return keys.at("generalization_error").get<double>(); };
  bool holds = true;
  for (const double alpha : kTeacherAlphas) {
    holds = holds &&
            error_of(solved_point(results, centre(alpha))) < error_of(results.only(typical(alpha)).result);
  }
  constexpr double kShownAlpha = 0.6;
  std::vector<double> measured;
  for (const DoneTask* done : results.of(student(setup, kStudents[0], kShownAlpha))) {
    if (done->solved()) measured.push_back(done->number("generalization_error").value_or(NAN));
  }
  const double expected = error_of(results.only(typical(kShownAlpha)).result);
  ClaimResult result = judged(holds, "", "a centre does not generalise better");
  result.measured = fmt::format("{:.3f} in the densest places, {:.3f} for typical ones, alpha {}",
                                error_of(solved_point(results, centre(kShownAlpha))), expected, kShownAlpha);
  if (measured.size() > 1) {
    const MeanError mean = mean_and_error(measured);
    result.measured += fmt::format("; {} {:.3f}", kStudents[0], mean.mean);
    result.interval = mean_interval(mean);
  }
  return result;
}

}  // namespace

std::vector<Claim> theory_claims() {
  return {
      end_of_solutions("equilibrium-capacity", "the entropy of the solutions vanishes at alpha_c", "classify",
                       0.833),
      end_of_solutions("teacher-transition", "from here on the teacher is the only solution", "teacher",
                       1.245),
      {"typical-isolated", "typical solutions are isolated", "S_I < 0 at small d for y = 0",
       [](const ClaimSetup&) { return curves(kTypicalAlphas, true); }, typical_isolated},
      {"dense-clusters", "extremely dense clusters of solutions exist", "S_I(d) > 0 at all d", dense_curves,
       dense_clusters},
      {"many-centres", "the centres of dense clusters do not collapse onto one", "q~ < 1", dense_curves,
       many_centres},
      {"y-star", "y* diverges at both ends of the curve", "d to 0 and to d_inf",
       [](const ClaimSetup& setup) {
         std::vector<Cell> cells = dense_curves(setup);
         cells.push_back(transitions());
         return cells;
       },
       y_diverges},
      {"overlap-transition", "q1 reaches S, and the clusters change", "alpha about 0.77", transition_cells,
       [](const ClaimSetup&, const Results& results) { return transition_at(results, "overlap", 0.77); }},
      {"entropy-transition", "S_I turns negative: the dense region ends", "alpha about 0.79",
       transition_cells,
       [](const ClaimSetup&, const Results& results) { return transition_at(results, "entropy", 0.79); }},
      {"generalization", "solutions in dense clusters generalise better than typical ones", "lower error",
       teacher_cells, generalization},
  };
}

}  // namespace bitbasin
