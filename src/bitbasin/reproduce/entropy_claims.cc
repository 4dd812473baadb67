// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "bitbasin/base/statistics.h"
#include "bitbasin/reproduce/claim_groups.h"

namespace bitbasin {
namespace {

constexpr double kShown = 0.05;  // the distance of the verdicts; figures show all
constexpr double kAlpha = 0.6;
// Annealing solves at small alpha only.
constexpr double kAnnealedAlpha = 0.3;
constexpr const char* kSolvers[] = {"rbp", "rms", "sbpi", "cpr"};
constexpr double kStandardErrors = 3;  // what counts as a difference

Cell around(const ClaimSetup& setup, const std::string& algorithm, double alpha,
            const std::string& task = "classify") {
  return cell_of("entropy perceptron",
                 {{"algorithm", algorithm},
                  {"task", task},
                  {"n", "1001"},
                  {"alpha", fmt::format("{}", alpha)},
                  {"seed", fmt::format("{}", setup.first_instance())}},
                 setup.quick() ? 10 : 50);
}

Cell theory(const std::string& task, double distance, bool typical) {
  Parameters parameters = {
      {"task", task}, {"alpha", fmt::format("{}", kAlpha)}, {"distance", fmt::format("{}", distance)}};
  if (typical) parameters.emplace_back("y", "0");
  return cell_of("theory", parameters);
}

std::vector<Cell> theory_curves(const std::string& task) {
  std::vector<Cell> cells;
  for (const double d : {0.01, 0.02, 0.03, kShown, 0.07, 0.1}) {
    for (const bool typical : {false, true}) cells.push_back(theory(task, d, typical));
  }
  return cells;
}

// The local entropy at the shown distance; nothing if there was no solution, or messages did not converge.
std::optional<double> shown_entropy(const DoneTask& done) {
  if (!done.solved()) return {};
  for (const Json& point : done.result.at("points")) {
    if (std::abs(point.at("d").get<double>() - kShown) < 1e-9 && point.at("converged").get<bool>()) {
      return number_in(point, "entropy");
    }
  }
  return {};
}

MeanError mean_around(const Results& results, const Cell& cell) {
  std::vector<double> values;
  for (const DoneTask* done : results.of(cell)) {
    if (const auto value = shown_entropy(*done)) values.push_back(*value);
  }
  if (values.size() < 2) throw NotThere("too few solutions with converged messages of " + cell.label);
  return mean_and_error(values);
}

// Instances that both cells share, so that only the solutions differ.
MeanError mean_difference(const Results& results, const Cell& a, const Cell& b) {
  const auto first = results.of(a), second = results.of(b);
  std::vector<double> differences;
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
    const auto x = shown_entropy(*first[i]), y = shown_entropy(*second[i]);
    if (x && y) differences.push_back(*x - *y);
  }
  if (differences.size() < 2) throw NotThere("too few instances with both solutions and converged messages");
  return mean_and_error(differences);
}

ClaimResult judge_difference(const MeanError& gap, std::string measured, std::string why) {
  const bool holds = gap.mean > kStandardErrors * gap.standard_error;
  return {.verdict = holds ? Verdict::reproduced : Verdict::not_reproduced,
          .measured = std::move(measured),
          .interval = mean_interval(gap),
          .why = holds ? "" : std::move(why)};
}

ClaimResult denser_than_annealing(const ClaimSetup& setup, const Results& results) {
  const Cell rbp = around(setup, "rbp", kAnnealedAlpha), sa = around(setup, "sa", kAnnealedAlpha);
  return judge_difference(
      mean_difference(results, rbp, sa),
      fmt::format("s({}) = {:.4f}, annealing {:.4f}, alpha {}; difference", kShown,
                  mean_around(results, rbp).mean, mean_around(results, sa).mean, kAnnealedAlpha),
      "the difference is within its error");
}

// Between typical solutions and the densest places that exist.
ClaimResult near_theory(const ClaimSetup& setup, const Results& results) {
  const auto entropy = [&](bool typical) {
    return results.only(theory("classify", kShown, typical)).result.at("internal_entropy").get<double>();
  };
  const double densest = entropy(false), typical = entropy(true);
  std::string measured;
  bool above = true, below = true;
  for (const char* solver : kSolvers) {
    const MeanError mean = mean_around(results, around(setup, solver, kAlpha));
    above = above && mean.mean - kStandardErrors * mean.standard_error > typical;
    below = below && mean.mean - kStandardErrors * mean.standard_error < densest;
    measured += fmt::format("{}{} {:.3f}", measured.empty() ? "" : ", ", solver, mean.mean);
  }
  return {.verdict = above && below   ? Verdict::reproduced
                     : above || below ? Verdict::partly
                                      : Verdict::not_reproduced,
          .measured = fmt::format("{}; theory {:.3f}, typical {:.3f}", measured, densest, typical),
          .why = !above   ? "a solver's solutions are no denser than typical ones"
                 : !below ? "a solver's solutions are denser than the theory allows"
                          : ""};
}

ClaimResult teacher_is_apart(const ClaimSetup& setup, const Results& results) {
  const Cell found = around(setup, "rbp", kAlpha, "teacher"),
             teacher = around(setup, "teacher", kAlpha, "teacher");
  return judge_difference(
      mean_difference(results, found, teacher),
      fmt::format("s({}) = {:.4f} around rbp's, {:.4f} around the teacher; difference", kShown,
                  mean_around(results, found).mean, mean_around(results, teacher).mean),
      "the teacher lies no worse than what was found");
}

constexpr double kBelowCapacity[] = {0.2, 0.4, 0.6, 0.7, 0.8};
constexpr double kAboveCapacity[] = {0.9, 1.0, 1.1};  // to see where messages stop converging
constexpr std::uint64_t kConvergenceSize = 1001;

std::vector<std::uint64_t> sizes_of_messages(const ClaimSetup& setup) {
  return setup.quick() ? std::vector<std::uint64_t>{251, 501, 1001}
                       : std::vector<std::uint64_t>{1001, 5001, 20001};
}

std::uint64_t patterns_of(std::uint64_t n, double alpha) {
  return static_cast<std::uint64_t>(std::llround(alpha * static_cast<double>(n)));
}

// The Bethe entropy does not depend on the configuration in the middle, so the cheapest one is taken.
Cell all_solutions(const ClaimSetup& setup, std::uint64_t n, double alpha) {
  return cell_of("entropy perceptron",
                 {{"algorithm", "cpr:epochs=1,restarts=0"},
                  {"distances", "0"},
                  {"n", fmt::format("{}", n)},
                  {"patterns", fmt::format("{}", patterns_of(n, alpha))},
                  {"seed", fmt::format("{}", setup.first_instance())}},
                 50);
}

// At the alpha that an instance really has.
Cell replica_symmetric(std::uint64_t n, double alpha) {
  const double exact = static_cast<double>(patterns_of(n, alpha)) / static_cast<double>(n);
  return cell_of("theory equilibrium", {{"alpha", fmt::format("{}", exact)}});
}

// What belief propagation knows of an instance, and the key of the theory's value.
struct BetheQuantity {
  const char* name;
  const char* measured;
  const char* theory;
};
constexpr BetheQuantity kBetheQuantities[] = {{"entropy", "bethe_entropy", "entropy"},
                                              {"overlap", "bethe_overlap", "q"}};

// Where messages converged.
std::vector<double> converged_values(const Results& results, const Cell& cell, const char* key) {
  std::vector<double> values;
  for (const DoneTask* done : results.of(cell)) {
    if (done->result.at("bethe_converged").get<bool>()) values.push_back(done->result.at(key).get<double>());
  }
  return values;
}

bool half_converge(const Results& results, const Cell& cell) {
  return 2 * converged_values(results, cell, "bethe_entropy").size() >= cell.rule.first;
}

std::string convergence_limit(const ClaimSetup& setup, const Results& results) {
  for (const double alpha : kAboveCapacity) {
    const Cell cell = all_solutions(setup, kConvergenceSize, alpha);
    if (!half_converge(results, cell)) return fmt::format("fewer than half converge at {}", alpha);
  }
  return fmt::format("messages converge up to {}", std::ranges::max(kAboveCapacity));
}

// The largest difference from the theory over alpha, for each N, and where it is not one of statistics.
struct BetheDifferences {
  std::string list;   // "0.0041 at N = 251, ..."
  std::string wrong;  // "overlap at alpha 0.8, N = 251"
};

// Equal means within 3 standard errors and 1 / N, the order of finite-size corrections.
BetheDifferences differences_of(const BetheQuantity& quantity, const ClaimSetup& setup,
                                const Results& results) {
  BetheDifferences differences;
  for (const std::uint64_t n : sizes_of_messages(setup)) {
    double largest = 0, its_error = 0;
    for (const double alpha : kBelowCapacity) {
      const Cell cell = all_solutions(setup, n, alpha);
      if (!half_converge(results, cell)) continue;
      const MeanError mean = mean_and_error(converged_values(results, cell, quantity.measured));
      const double theory =
          results.only(replica_symmetric(n, alpha)).result.at(quantity.theory).get<double>();
      const double difference = std::abs(mean.mean - theory);
      if (difference > kStandardErrors * mean.standard_error + 1.0 / static_cast<double>(n)) {
        differences.wrong += fmt::format("{}{} at alpha {}, N = {}", differences.wrong.empty() ? "" : "; ",
                                         quantity.name, alpha, n);
      }
      if (difference < largest) continue;
      largest = difference;
      its_error = mean.standard_error;
    }
    differences.list += fmt::format("{}{:.4f} +- {:.4f} at N = {}", differences.list.empty() ? "" : ", ",
                                    largest, its_error, n);
  }
  return differences;
}

ClaimResult judge_bethe(const ClaimSetup& setup, const Results& results) {
  std::string unconverged;
  bool some = false;
  for (const std::uint64_t n : sizes_of_messages(setup)) {
    for (const double alpha : kBelowCapacity) {
      const bool converged = half_converge(results, all_solutions(setup, n, alpha));
      some = some || converged;
      if (!converged)
        unconverged += fmt::format("{}alpha {}, N = {}", unconverged.empty() ? "" : "; ", alpha, n);
    }
  }
  if (!some) return {.verdict = Verdict::not_reproduced, .why = "messages converge nowhere"};
  ClaimResult judged;
  std::string wrong;
  for (const BetheQuantity& quantity : kBetheQuantities) {
    const BetheDifferences differences = differences_of(quantity, setup, results);
    judged.measured += fmt::format("{} differs by {} at most; ", quantity.name, differences.list);
    if (!differences.wrong.empty()) wrong += (wrong.empty() ? "" : "; ") + differences.wrong;
  }
  judged.measured += convergence_limit(setup, results);
  judged.verdict = !wrong.empty()        ? Verdict::not_reproduced
                   : unconverged.empty() ? Verdict::reproduced
                                         : Verdict::partly;
  judged.why = !wrong.empty()         ? "differs: " + wrong
               : !unconverged.empty() ? "too few converge at " + unconverged
                                      : "";
  return judged;
}

std::vector<Cell> bethe_cells(const ClaimSetup& setup) {
  std::vector<Cell> cells;
  for (const std::uint64_t n : sizes_of_messages(setup)) {
    for (const double alpha : kBelowCapacity) {
      cells.push_back(all_solutions(setup, n, alpha));
      cells.push_back(replica_symmetric(n, alpha));
    }
  }
  for (const double alpha : kAboveCapacity) cells.push_back(all_solutions(setup, kConvergenceSize, alpha));
  return cells;
}

}  // namespace

std::vector<Claim> entropy_claims() {
  return {
      {"bethe-entropy", "belief propagation is exact below alpha_c: entropy and overlap", "exact",
       bethe_cells, judge_bethe},
      {"local-entropy", "solvers end in denser regions than annealing does", "more solutions around them",
       [](const ClaimSetup& setup) {
         return std::vector{around(setup, "rbp", kAnnealedAlpha), around(setup, "sa", kAnnealedAlpha)};
       },
       denser_than_annealing},
      {"solver-clusters", "what solvers find lies in the dense clusters of the theory",
       "near S_I, far above typical",
       [](const ClaimSetup& setup) {
         std::vector<Cell> cells = theory_curves("classify");
         for (const char* solver : kSolvers) cells.push_back(around(setup, solver, kAlpha));
         return cells;
       },
       near_theory},
      {"teacher-apart", "the planted teacher is not in a dense cluster, but what is learned from it is",
       "fewer solutions around it",
       [](const ClaimSetup& setup) {
         std::vector<Cell> cells = theory_curves("teacher");
         for (const char* middle : {"rbp", "teacher"}) {
           cells.push_back(around(setup, middle, kAlpha, "teacher"));
         }
         return cells;
       },
       teacher_is_apart},
  };
}

}  // namespace bitbasin
