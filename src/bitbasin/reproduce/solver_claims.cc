// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

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
std::vector<double> loads_of_work(const ClaimSetup& setup) {
  return setup.quick() ? std::vector{0.6} : std::vector{0.5, 0.6, 0.7};
}

Cell worked(const ClaimSetup& setup, const std::string& algorithm, double alpha, std::uint64_t n) {
  return cell_of("solve perceptron",
                 {{"algorithm", algorithm},
                  {"n", fmt::format("{}", n)},
                  {"alpha", fmt::format("{}", alpha)},
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

// How the median work grows, by both laws.
struct Growth {
  PowerLawFit power, exponential;

  bool sub_exponential() const { return power.quality.residual_rms < exponential.quality.residual_rms; }
};

// Nothing at a size where no more than half are solved, which `too_hard` becomes.
std::optional<Growth> growth(const ClaimSetup& setup, const Results& results, const std::string& algorithm,
                             double alpha, std::uint64_t& too_hard) {
  std::vector<double> ns, work;
  for (const std::uint64_t n : sizes_of_work(setup)) {
    ns.push_back(static_cast<double>(n));
    work.push_back(median_work(results, worked(setup, algorithm, alpha, n)));
    too_hard = n;
    if (!std::isfinite(work.back())) return {};
  }
  return Growth{fit_power_law(ns, work), fit_exponential(ns, work)};
}

ClaimResult judge_growth(const ClaimSetup& setup, const Results& results) {
  ClaimResult judged;
  std::string worse;
  std::size_t polynomial = 0, curves = 0;
  double worst_power = 0, best_exponential = std::numeric_limits<double>::infinity();
  for (const double alpha : loads_of_work(setup)) {
    judged.measured += fmt::format("{}alpha {}: ", curves == 0 ? "" : "; ", alpha);
    for (const std::string algorithm : kFour) {
      std::uint64_t too_hard = 0;
      const auto found = growth(setup, results, algorithm, alpha, too_hard);
      if (!found) {
        return {.verdict = Verdict::not_reproduced,
                .why = fmt::format("{} solves no more than half at N = {}, alpha {}", algorithm, too_hard,
                                   alpha)};
      }
      ++curves;
      polynomial += found->sub_exponential() ? 1 : 0;
      if (!found->sub_exponential()) {
        worse += fmt::format("{}{} at {}", worse.empty() ? "" : ", ", algorithm, alpha);
      }
      worst_power = std::max(worst_power, found->power.quality.residual_rms);
      best_exponential = std::min(best_exponential, found->exponential.quality.residual_rms);
      judged.measured +=
          fmt::format("{}{} N^{:.2f}", algorithm == kFour[0] ? "" : ", ", algorithm, found->power.b);
    }
  }
  judged.measured += fmt::format("; residuals {:.2f} at most, of exponentials {:.2f} at least", worst_power,
                                 best_exponential);
  judged.verdict = polynomial == curves ? Verdict::reproduced
                   : polynomial > 0     ? Verdict::partly
                                        : Verdict::not_reproduced;
  if (!worse.empty()) judged.why = "an exponential fits better: " + worse;
  return judged;
}

Claim growth_claim() {
  return {"sub-exponential", "the work of all four solvers grows less than exponentially with N",
          "sub-exponential",
          [](const ClaimSetup& setup) {
            std::vector<Cell> cells;
            for (const double alpha : loads_of_work(setup)) {
              for (const char* algorithm : kFour) {
                for (const std::uint64_t n : sizes_of_work(setup)) {
                  cells.push_back(worked(setup, algorithm, alpha, n));
                }
              }
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
