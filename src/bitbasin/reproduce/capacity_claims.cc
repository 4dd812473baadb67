// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "bitbasin/base/statistics.h"
#include "bitbasin/reproduce/claim_groups.h"

namespace bitbasin {
namespace {

struct Point {
  std::uint64_t n;
  double alpha;
  std::uint64_t instances;
};

// Presentations after which a quick run is given up: seconds. Above its capacity a solver would go on for
// minutes, and what it still solves so late does not move the curve by its error bars.
constexpr const char* kQuickBudget = "30000000";

// Where the success of a solver is measured. The last size is that of the claim.
std::vector<Point> points(const ClaimSetup& setup) {
  std::vector<Point> all;
  for (const double alpha : {0.60, 0.65, 0.69, 0.72, 0.74, 0.75, 0.76, 0.77}) {
    if (setup.quick()) all.push_back({501, alpha, 10});
    all.push_back({1001, alpha, setup.quick() ? 20U : 100U});
    // Far above its capacity a solver of this size fails for hours.
    if (!setup.quick() && alpha < 0.755) all.push_back({10001, alpha, 10});
  }
  return all;
}

std::uint64_t largest(const ClaimSetup& setup) {
  return setup.quick() ? 1001 : 10001;
}

Cell cell_at(const ClaimSetup& setup, const std::string& algorithm, const Point& point) {
  return cell_of("solve perceptron",
                 {{"algorithm", algorithm},
                  {"n", fmt::format("{}", point.n)},
                  {"alpha", fmt::format("{}", point.alpha)},
                  {"budget", setup.quick() ? kQuickBudget : "0"},
                  {"seed", fmt::format("{}", setup.first_instance())}},
                 point.instances);
}

// The claim is that at least half of the instances are solved at that alpha.
ClaimResult judge_capacity(const ClaimSetup& setup, const Results& results, const std::string& algorithm,
                           double alpha) {
  for (const Point& point : points(setup)) {
    if (point.n != largest(setup) || point.alpha != alpha) continue;
    std::uint64_t solved = 0, tried = 0;
    for (const StoredRun* run : results.of(cell_at(setup, algorithm, point))) {
      ++tried;
      solved += run->solved() ? 1 : 0;
    }
    const Interval interval = wilson_interval(solved, tried);
    ClaimResult result;
    result.measured = fmt::format("{} of {} solved at {}, N = {}", solved, tried, alpha, point.n);
    result.interval = {interval.low, interval.high};
    result.verdict = 2 * solved >= tried ? Verdict::reproduced
                     : solved > 0        ? Verdict::partly
                                         : Verdict::not_reproduced;
    if (2 * solved < tried) result.why = "fewer than half";
    return result;
  }
  throw NotThere(fmt::format("alpha {} is not among those measured", alpha));
}

Claim capacity(const std::string& algorithm, const std::string& name, double alpha) {
  return {"capacity-" + algorithm, name + " solves half of the instances at", fmt::format("alpha {}", alpha),
          [algorithm](const ClaimSetup& setup) {
            std::vector<Cell> cells;
            for (const Point& point : points(setup)) cells.push_back(cell_at(setup, algorithm, point));
            return cells;
          },
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
