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

// One step of replica-symmetry breaking without a distance, at powers m within [0, 1] and beyond.
struct OneStepGrid {
  std::vector<double> alphas, powers;
};

OneStepGrid one_step_grid(const ClaimSetup& setup) {
  if (setup.quick()) return {{0.6, 0.78}, {-1, -0.1, 0.25, 0.5, 1, 2, 4, 7, 10, 20}};
  return {
      {0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.78, 0.8},
      {-10, -3, -1, -0.3, -0.1, 0, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 7, 10, 14, 20, 30, 50}};
}

std::vector<Cell> one_step_cells(const ClaimSetup& setup) {
  const OneStepGrid grid = one_step_grid(setup);
  std::vector<Cell> cells;
  for (const double alpha : grid.alphas) {
    for (const double m : grid.powers) {
      cells.push_back(cell_of("theory 1rsb", {{"alpha", text(alpha)}, {"m", text(m)}}));
    }
  }
  return cells;
}

// A hint of a dense region would be a cluster between a point and everything that has an entropy, and of
// which there is at least one.
ClaimResult one_step(const ClaimSetup& setup, const Results& results) {
  bool within = false, beyond = false;
  double at_one = -INFINITY, largest = -INFINITY, largest_alpha = 0, largest_m = 0, first = INFINITY;
  for (const Cell& cell : one_step_cells(setup)) {
    const Json& found = results.only(cell).result;
    const double alpha = found.at("alpha").get<double>(), m = found.at("m").get<double>();
    for (const Json& saddle : found.at("saddles")) {
      if (saddle.at("kind") != "between") continue;
      const double entropy = saddle.at("entropy").get<double>();
      if (m <= 1) at_one = std::max(at_one, entropy);
      if (!(entropy > 0) || saddle.at("complexity").get<double>() < 0) continue;
      (m >= 0 && m <= 1 ? within : beyond) = true;
      first = std::min(first, m);
      if (entropy > largest) {
        largest = entropy;
        largest_alpha = alpha;
        largest_m = m;
      }
    }
  }
  ClaimResult result = judged(!within && !beyond, fmt::format("s = {:.4f} at most for m up to 1", at_one));
  if (within || beyond) {
    result.measured += fmt::format("; {:.4f} at m = {:g}, alpha {}", largest, largest_m, largest_alpha);
    result.why = fmt::format("clusters of several solutions appear from m = {:g} on", first);
    if (!within) result.verdict = Verdict::partly;
  }
  return result;
}

// Edges of the region with q1 > S, at loads around those that the paper names.
std::vector<double> edge_alphas(const ClaimSetup& setup) {
  if (setup.quick()) return {0.778};
  return {0.77, 0.775, 0.776, 0.777, 0.778, 0.779, 0.78};
}

std::vector<Cell> edge_cells(const ClaimSetup& setup) {
  std::vector<Cell> cells;
  for (const double alpha : edge_alphas(setup)) {
    cells.push_back(cell_of("theory edges", {{"alpha", text(alpha)}}));
  }
  return cells;
}

// Both kinds of edges must come in pairs at the same distances, and the signs must agree in between.
ClaimResult overlap_edges(const ClaimSetup& setup, const Results& results) {
  constexpr double kSame = 1e-3;  // relative
  bool found = false, same = true, signs = true;
  double worst = 0;
  std::string where;
  for (const double alpha : edge_alphas(setup)) {
    const Json& at = results.only(cell_of("theory edges", {{"alpha", text(alpha)}})).result;
    const Json &overlap = at.at("overlap"), &slope = at.at("slope");
    signs = signs && at.at("disagreements") == 0;
    same = same && overlap.size() == slope.size() && overlap.size() % 2 == 0;
    for (std::size_t i = 0; i < std::min(overlap.size(), slope.size()); ++i) {
      const double d = overlap.at(i).at("d").get<double>();
      worst = std::max(worst, std::abs(slope.at(i).at("d").get<double>() / d - 1));
    }
    if (overlap.size() != 2) continue;
    found = true;
    where = fmt::format("d = {:.5f} to {:.5f} at alpha {}", overlap.at(1).at("d").get<double>(),
                        overlap.at(0).at("d").get<double>(), alpha);
  }
  if (!found) return judged(false, "q1 < S everywhere", "there is no such region");
  const bool coincide = same && worst < kSame;
  return {.verdict = coincide && signs ? Verdict::reproduced
                     : coincide        ? Verdict::partly
                                       : Verdict::not_reproduced,
          .measured = fmt::format("{}; the edges differ by {:.0e} of d", where, worst),
          .why = coincide && signs ? ""
                 : coincide        ? "the signs differ at some points"
                                   : "the edges are not the same"};
}

// Points of the y* curve whose replicon eigenvalues are asked for.
std::vector<Cell> stability_cells(const ClaimSetup& setup) {
  const std::vector<double> alphas =
      setup.quick() ? std::vector{0.6, 0.75} : std::vector{0.3, 0.5, 0.6, 0.7, 0.75};
  const std::vector<double> distances = setup.quick()
                                            ? std::vector{0.01, 0.05, 0.15}
                                            : std::vector(std::begin(kDistances), std::end(kDistances));
  std::vector<Cell> cells;
  for (const double alpha : alphas) {
    for (const double d : distances) {
      cells.push_back(
          cell_of("theory", {{"alpha", text(alpha)}, {"distance", text(d)}, {"stability", "true"}}));
    }
  }
  return cells;
}

// Stable where no deviation grows; points in the limits of small and large d have no eigenvalues.
ClaimResult replica_stability(const ClaimSetup& setup, const Results& results) {
  int points = 0, stable = 0;
  double largest = 0;
  std::string where;
  for (const Cell& cell : stability_cells(setup)) {
    const Json& at = solved_point(results, cell);
    if (at.at("dilute").get<bool>() || at.at("beyond").get<bool>()) continue;
    const double replicon =
        std::max(at.at("replicon_between").get<double>(), at.at("replicon_within").get<double>());
    ++points;
    stable += replicon < 1;
    if (replicon > largest) {
      largest = replicon;
      where = fmt::format("alpha {}, d = {}", at.at("alpha").get<double>(), at.at("d").get<double>());
    }
  }
  if (points == 0) throw NotThere("no point has eigenvalues");
  return {.verdict = stable == points ? Verdict::reproduced
                     : stable > 0     ? Verdict::partly
                                      : Verdict::not_reproduced,
          .measured = fmt::format("stable at {} of {} points; largest eigenvalue {:.3f} at {}", stable,
                                  points, largest, where),
          .why = stable == points ? "" : "small deviations from the symmetry grow"};
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
      {"overlap-edges", "above 0.77 S_I falls with d exactly where q1 > S", "dS_I/dS >= 0 where q1 >= S",
       edge_cells, overlap_edges},
      {"one-step", "one step of symmetry breaking without a distance does not see the dense regions",
       "no hint, even for m outside [0, 1]", one_step_cells, one_step},
      {"replica-stability", "replica symmetry holds on the y* curve, up to small adjustments",
       "not assessed: too heavy", stability_cells, replica_stability},
      {"generalization", "solutions in dense clusters generalise better than typical ones", "lower error",
       teacher_cells, generalization},
  };
}

}  // namespace bitbasin
