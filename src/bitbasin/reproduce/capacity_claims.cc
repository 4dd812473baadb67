// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "bitbasin/base/statistics.h"
#include "bitbasin/reproduce/claim_groups.h"

namespace bitbasin {
namespace {

// The size that the claim is about.
std::uint64_t largest(const ClaimSetup& setup) {
  return setup.quick() ? 1001 : 10001;
}

std::uint64_t instances(const ClaimSetup& setup, std::uint64_t n) {
  if (setup.quick()) return n == largest(setup) ? 20 : 10;
  return n == largest(setup) ? 10 : 100;
}

Cell cell_at(const ClaimSetup& setup, const std::string& algorithm, std::uint64_t n, double alpha) {
  return cell_of("solve perceptron",
                 {{"algorithm", algorithm},
                  {"n", fmt::format("{}", n)},
                  {"alpha", fmt::format("{}", alpha)},
                  {"budget", setup.quick() ? kQuickBudget : "0"},
                  {"seed", fmt::format("{}", setup.first_instance())}},
                 instances(setup, n));
}

std::vector<Cell> success_curve(const ClaimSetup& setup, const std::string& algorithm) {
  std::vector<Cell> cells;
  for (const double alpha : {0.60, 0.65, 0.69, 0.72, 0.74, 0.75, 0.76, 0.77}) {
    cells.push_back(cell_at(setup, algorithm, setup.quick() ? 501 : 1001, alpha));
    // At the paper's sizes, far above its capacity, a solver takes hours to fail.
    if (setup.quick() || alpha < 0.755) cells.push_back(cell_at(setup, algorithm, largest(setup), alpha));
  }
  return cells;
}

// The claim is that at least half of the instances are solved at that alpha.
ClaimResult judge_capacity(const ClaimSetup& setup, const Results& results, const std::string& algorithm,
                           double alpha) {
  std::uint64_t solved = 0, tried = 0;
  for (const DoneTask* done : results.of(cell_at(setup, algorithm, largest(setup), alpha))) {
    ++tried;
    solved += done->solved() ? 1 : 0;
  }
  const bool holds = 2 * solved >= tried;
  return {.verdict = holds        ? Verdict::reproduced
                     : solved > 0 ? Verdict::partly
                                  : Verdict::not_reproduced,
          .measured = fmt::format("{} of {} solved at {}, N = {}", solved, tried, alpha, largest(setup)),
          .interval = wilson_interval(solved, tried),
          .why = holds ? "" : "fewer than half"};
}

Claim capacity(const std::string& algorithm, const std::string& name, double alpha) {
  return {"capacity-" + algorithm, name + " solves half of the instances at", fmt::format("alpha {}", alpha),
          [algorithm](const ClaimSetup& setup) { return success_curve(setup, algorithm); },
          [algorithm, alpha](const ClaimSetup& setup, const Results& results) {
            return judge_capacity(setup, results, algorithm, alpha);
          }};
}

}  // namespace

std::vector<Claim> capacity_claims() {
  return {capacity("rbp", "reinforced belief propagation", 0.74), capacity("rms", "reinforced max-sum", 0.75),
          capacity("sbpi", "SBPI", 0.69), capacity("cpr", "CP+R", 0.69)};
}

}  // namespace bitbasin
