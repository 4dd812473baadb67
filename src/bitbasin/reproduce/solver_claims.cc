// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bitbasin/base/statistics.h"
#include "bitbasin/reproduce/claim_groups.h"

namespace bitbasin {
namespace {

constexpr const char* kFour[] = {"rbp", "rms", "sbpi", "cpr"};

std::vector<std::uint64_t> sizes_of_work(const ClaimSetup& setup) {
  std::vector<std::uint64_t> sizes = {101, 201, 401, 801, 1601};
  if (!setup.quick()) sizes.insert(sizes.end(), {3201, 6401});
  return sizes;
}

// Below the capacity of all four.
Cell worked(const ClaimSetup& setup, const std::string& algorithm, std::uint64_t n) {
  return cell_of("solve perceptron",
                 {{"algorithm", algorithm},
                  {"n", fmt::format("{}", n)},
                  {"alpha", "0.6"},
                  {"budget", kQuickBudget},
                  {"seed", fmt::format("{}", setup.first_instance())}},
                 setup.quick() ? 20 : 100);
}

// Of all runs, where an unsolved one has no end: a few hard instances do not move it.
double median_work(const Results& results, const Cell& cell) {
  std::vector<double> work;
  for (const DoneTask* done : results.of(cell)) {
    work.push_back(done->solved() ? done->result.at("work").get<double>()
                                  : std::numeric_limits<double>::infinity());
  }
  return median(work);
}

// a e^(b N / N_max) is a power law of e^(N / N_max).
PowerLawFit fit_exponential(std::span<const double> ns, std::span<const double> work) {
  std::vector<double> exponentials;
  for (const double n : ns) exponentials.push_back(std::exp(n / ns.back()));
  return fit_power_law(exponentials, work);
}

ClaimResult judge_growth(const ClaimSetup& setup, const Results& results) {
  ClaimResult judged;
  std::string worse;
  std::size_t polynomial = 0;
  double worst_power = 0, best_exponential = std::numeric_limits<double>::infinity();
  for (const std::string algorithm : kFour) {
    std::vector<double> ns, work;
    for (const std::uint64_t n : sizes_of_work(setup)) {
      ns.push_back(static_cast<double>(n));
      work.push_back(median_work(results, worked(setup, algorithm, n)));
      if (!std::isfinite(work.back())) {
        return {.verdict = Verdict::not_reproduced,
                .why = fmt::format("{} solves no more than half at N = {}", algorithm, n)};
      }
    }
    const PowerLawFit power = fit_power_law(ns, work), exponential = fit_exponential(ns, work);
    const bool better = power.quality.residual_rms < exponential.quality.residual_rms;
    polynomial += better ? 1 : 0;
    if (!better) worse += (worse.empty() ? "" : ", ") + algorithm;
    worst_power = std::max(worst_power, power.quality.residual_rms);
    best_exponential = std::min(best_exponential, exponential.quality.residual_rms);
    judged.measured += fmt::format("{}{} N^{:.2f}", judged.measured.empty() ? "" : ", ", algorithm, power.b);
  }
  judged.measured += fmt::format("; residuals {:.2f} at most, of exponentials {:.2f} at least", worst_power,
                                 best_exponential);
  judged.verdict = polynomial == std::size(kFour) ? Verdict::reproduced
                   : polynomial > 0               ? Verdict::partly
                                                  : Verdict::not_reproduced;
  if (!worse.empty()) judged.why = "an exponential fits better: " + worse;
  return judged;
}

Claim growth_claim() {
  return {"sub-exponential", "the work of all four solvers grows less than exponentially with N, alpha 0.6",
          "sub-exponential",
          [](const ClaimSetup& setup) {
            std::vector<Cell> cells;
            for (const char* algorithm : kFour) {
              for (const std::uint64_t n : sizes_of_work(setup)) cells.push_back(worked(setup, algorithm, n));
            }
            return cells;
          },
          judge_growth};
}

// Where the rate of CP+R is varied.
struct RatePoint {
  std::uint64_t n;
  double alpha;
};

std::vector<RatePoint> rate_points(const ClaimSetup& setup) {
  std::vector<RatePoint> points = {{1001, 0.69}};
  if (!setup.quick()) points.insert(points.end(), {{1001, 0.65}, {5001, 0.69}});
  return points;
}

// The reinforcement of `cpr` at a constant rate, in units of sqrt(2 / (pi N)).
constexpr const char* kRates[] = {"0.025", "0.05", "0.1", "0.2", "0.4", "0.8"};
constexpr const char* kAutomatic = "auto";

// Single runs, all of the same number of epochs.
Cell at_rate(const ClaimSetup& setup, const RatePoint& point, const std::string& rate) {
  return cell_of("solve perceptron",
                 {{"algorithm", "cpr:schedule=constant,restarts=0,reinforcement=" + rate},
                  {"n", fmt::format("{}", point.n)},
                  {"alpha", fmt::format("{}", point.alpha)},
                  {"seed", fmt::format("{}", setup.first_instance())}},
                 setup.quick() ? 20 : 50);
}

bool surely_above(const Success& a, const Success& b) {
  return wilson_interval(a.solved, a.tried).low > wilson_interval(b.solved, b.tried).high;
}

// Calibration is needed where the best rate solves more than too low and than too high a one.
ClaimResult judge_rates(const ClaimSetup& setup, const Results& results) {
  ClaimResult judged;
  bool low_is_worse = true, high_is_worse = true;
  for (const RatePoint& point : rate_points(setup)) {
    const auto success = [&](const char* rate) { return results.success(at_rate(setup, point, rate)); };
    const char* best_rate =
        *std::ranges::max_element(kRates, {}, [&](const char* rate) { return success(rate).solved; });
    const Success low = success(kRates[0]), best = success(best_rate),
                  high = success(kRates[std::size(kRates) - 1]), automatic = success(kAutomatic);
    low_is_worse = low_is_worse && surely_above(best, low);
    high_is_worse = high_is_worse && surely_above(best, high);
    judged.measured += fmt::format(
        "{}{} of {} at the rate {}, {} at {}, {} at {}, automatically {} (N = {}, alpha {})",
        judged.measured.empty() ? "" : "; ", best.solved, best.tried, best_rate, low.solved, kRates[0],
        high.solved, kRates[std::size(kRates) - 1], automatic.solved, point.n, point.alpha);
  }
  judged.verdict = low_is_worse && high_is_worse   ? Verdict::reproduced
                   : low_is_worse || high_is_worse ? Verdict::partly
                                                   : Verdict::not_reproduced;
  if (!low_is_worse || !high_is_worse) {
    judged.why = fmt::format("{} clearly worse", low_is_worse    ? "the highest rate is not"
                                                 : high_is_worse ? "the lowest rate is not"
                                                                 : "neither extreme is");
  }
  return judged;
}

Claim rate_claim() {
  return {"cpr-rate", "the reinforcement rate of CP+R needs to be calibrated", "best at some rate",
          [](const ClaimSetup& setup) {
            std::vector<Cell> cells;
            for (const RatePoint& point : rate_points(setup)) {
              for (const char* rate : kRates) cells.push_back(at_rate(setup, point, rate));
              cells.push_back(at_rate(setup, point, kAutomatic));
            }
            return cells;
          },
          judge_rates};
}

}  // namespace

std::vector<Claim> solver_claims() {
  return {growth_claim(), rate_claim()};
}

}  // namespace bitbasin
