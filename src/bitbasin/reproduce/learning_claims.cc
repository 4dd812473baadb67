// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "bitbasin/base/statistics.h"
#include "bitbasin/reproduce/claim_groups.h"

namespace bitbasin {
namespace {

// Half of the capacity of SBPI.
constexpr const char* kHalfLoad = "0.35";
constexpr const char* kHighLoad = "0.6";  // shown beside it, not judged
constexpr const char* kOnlineRules[] = {"sbpi", "cpr"};

std::uint64_t instances(const ClaimSetup& setup) {
  return setup.quick() ? 20 : 100;
}

// Single runs with further options, ",flip=0.01" or none.
Cell single_runs(const ClaimSetup& setup, const std::string& rule, const std::string& options,
                 const std::string& alpha, const std::string& n = "1001") {
  return cell_of("solve perceptron",
                 {{"algorithm", rule + ":restarts=0" + options},
                  {"n", n},
                  {"alpha", alpha},
                  {"damage", "0.01,0.02,0.05,0.1"},
                  {"seed", fmt::format("{}", setup.first_instance())}},
                 instances(setup));
}

// A kind of noise, the level at which a robust rule still has to work, and levels above it.
struct Noise {
  const char* name;
  const char* judged;
  std::vector<const char*> more;
  const char* meaning;

  std::string at(const char* level) const { return fmt::format(",{}={}", name, level); }
};

const std::vector<Noise>& noises() {
  static const std::vector<Noise> all{
      {"flip", "0.01", {"0.03", "0.1"}, "of input bits flipped"},
      {"ignore", "0.1", {"0.3", "0.5", "0.8"}, "of synapses ignoring a change"},
      {"decay", "0.1", {"0.3", "1"}, "of states decaying per epoch"},
      {"lose", "0.01", {"0.03", "0.1"}, "of states lost per epoch"},
  };
  return all;
}

constexpr double kDamaged = 0.01;     // fraction of weights flipped after learning
constexpr double kStillRight = 0.95;  // of the patterns, at least

std::vector<Cell> noise_cells(const ClaimSetup& setup) {
  std::vector<Cell> cells;
  for (const char* rule : kOnlineRules) {
    for (const char* alpha : {kHalfLoad, kHighLoad}) {
      cells.push_back(single_runs(setup, rule, "", alpha));
      for (const Noise& noise : noises()) {
        cells.push_back(single_runs(setup, rule, noise.at(noise.judged), alpha));
        for (const char* level : noise.more)
          cells.push_back(single_runs(setup, rule, noise.at(level), alpha));
      }
    }
  }
  return cells;
}

// The fraction of patterns that are right after the damage, in runs that had solved them all.
double right_after_damage(const Results& results, const Cell& cell) {
  std::vector<double> right;
  for (const DoneTask* done : results.of(cell)) {
    if (!done->solved()) continue;
    for (const Json& point : done->result.at("damage")) {
      if (std::abs(point.at("fraction").get<double>() - kDamaged) > 1e-9) continue;
      right.push_back(1 - point.at("errors").get<double>() / done->result.at("patterns").get<double>());
    }
  }
  if (right.empty()) throw NotThere("nothing was solved to be damaged");
  return mean_and_error(right).mean;
}

// At each level 90 percent of what is solved without noise; all of that, and 95 percent of the patterns right
// after the damage.
ClaimResult judge_noise(const ClaimSetup& setup, const Results& results) {
  const auto solved = [&](const std::string& options) {
    return results.success(single_runs(setup, "sbpi", options, kHalfLoad)).solved;
  };
  const Cell quiet = single_runs(setup, "sbpi", "", kHalfLoad);
  const Success without = results.success(quiet);
  ClaimResult judged;
  judged.measured = fmt::format("{} of {} without noise", without.solved, without.tried);
  std::string broken;
  std::size_t held = 0;
  for (const Noise& noise : noises()) {
    const std::uint64_t with = solved(noise.at(noise.judged));
    const bool holds = 10 * with >= 9 * without.solved && with > 0;
    held += holds ? 1 : 0;
    judged.measured += fmt::format(", {} with {} {}", with, noise.judged, noise.meaning);
    if (!holds) broken += fmt::format("{}{}", broken.empty() ? "" : ", ", noise.name);
  }
  const double right = right_after_damage(results, quiet);
  judged.measured += fmt::format("; {:.1f} % of patterns right with {:.0f} % of weights flipped", 100 * right,
                                 100 * kDamaged);
  if (right >= kStillRight) {
    ++held;
  } else {
    broken += fmt::format("{}flipped weights", broken.empty() ? "" : ", ");
  }
  judged.verdict = broken.empty() ? Verdict::reproduced
                   : held > 0     ? Verdict::partly
                                  : Verdict::not_reproduced;
  if (!broken.empty()) judged.why = "too much is lost by: " + broken;
  return judged;
}

// Numbers of hidden states, h_max + 1.
constexpr int kStates[] = {2, 4, 8, 16, 32, 64, 128};
constexpr int kFewStates = 32;  // sqrt(N)

Cell with_states(const ClaimSetup& setup, const std::string& rule, int states, const std::string& alpha) {
  return single_runs(setup, rule, fmt::format(",h_max={}", states - 1), alpha);
}

std::vector<Cell> state_cells(const ClaimSetup& setup) {
  std::vector<Cell> cells;
  for (const char* rule : kOnlineRules) {
    for (const char* alpha : {kHalfLoad, kHighLoad}) {
      for (const int states : kStates) cells.push_back(with_states(setup, rule, states, alpha));
    }
  }
  return cells;
}

// sqrt(N) states at half the capacity solve 90 percent of what many do; fewer than half of that: no.
ClaimResult judge_states(const ClaimSetup& setup, const Results& results) {
  const auto solved = [&](int states) {
    return results.success(with_states(setup, "sbpi", states, kHalfLoad)).solved;
  };
  const std::uint64_t many = solved(kStates[std::size(kStates) - 1]), few = solved(kFewStates);
  ClaimResult judged;
  for (const int states : kStates) {
    judged.measured +=
        fmt::format("{}{} with {}", judged.measured.empty() ? "" : ", ", solved(states), states);
  }
  judged.measured += fmt::format(" states, of {}", instances(setup));
  judged.verdict = 10 * few >= 9 * many && few > 0 ? Verdict::reproduced
                   : 2 * few >= many && few > 0    ? Verdict::partly
                                                   : Verdict::not_reproduced;
  if (judged.verdict != Verdict::reproduced)
    judged.why = fmt::format("{} states solve {} where {} solve {}", kFewStates, few,
                             kStates[std::size(kStates) - 1], many);
  return judged;
}

std::vector<std::uint64_t> stream_sizes(const ClaimSetup& setup) {
  std::vector<std::uint64_t> sizes{251, 501, 1001, 2001};
  if (!setup.quick()) sizes.insert(sizes.end(), {4001, 8001});
  return sizes;
}

Cell stream(const ClaimSetup& setup, const std::string& rule, std::uint64_t n) {
  return cell_of(
      "learn perceptron",
      {{"algorithm", rule}, {"n", fmt::format("{}", n)}, {"seed", fmt::format("{}", setup.first_instance())}},
      setup.quick() ? 30 : 100);
}

constexpr const char* kClipped = "cpr:reinforcement=0";  // for comparison

std::vector<Cell> stream_cells(const ClaimSetup& setup) {
  std::vector<Cell> cells;
  for (const std::uint64_t n : stream_sizes(setup)) {
    for (const char* rule : kOnlineRules) cells.push_back(stream(setup, rule, n));
  }
  cells.push_back(stream(setup, kClipped, 1001));
  return cells;
}

// The generalisation errors of all runs after a number of patterns: 0 where the teacher had been found.
MeanError error_after(const std::vector<const DoneTask*>& runs, std::uint64_t patterns) {
  std::vector<double> errors;
  for (const DoneTask* run : runs) {
    double error = 0;
    for (const Json& point : run->result.at("points")) {
      if (point.at("patterns").get<std::uint64_t>() == patterns)
        error = point.at("generalization_error").get<double>();
    }
    errors.push_back(error);
  }
  return mean_and_error(errors);
}

// The numbers of patterns at which curves have points. The last point of a run is where it ended.
std::set<std::uint64_t> point_times(const std::vector<const DoneTask*>& runs) {
  std::set<std::uint64_t> times;
  for (const DoneTask* run : runs) {
    const Json& points = run->result.at("points");
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
      times.insert(points.at(i).at("patterns").get<std::uint64_t>());
  }
  return times;
}

// The largest difference of two curves, and whether they agree within three standard errors or 0.01.
struct CurveDifference {
  double largest = 0;
  bool equal = true;
};

CurveDifference compare(const std::vector<const DoneTask*>& a, const std::vector<const DoneTask*>& b) {
  CurveDifference difference;
  std::set<std::uint64_t> times = point_times(a);
  times.merge(point_times(b));
  for (const std::uint64_t patterns : times) {
    const MeanError of_a = error_after(a, patterns), of_b = error_after(b, patterns);
    const double gap = std::abs(of_a.mean - of_b.mean);
    const double noise = 3 * std::hypot(of_a.standard_error, of_b.standard_error);
    difference.largest = std::max(difference.largest, gap);
    difference.equal = difference.equal && gap <= std::max(0.01, noise);
  }
  return difference;
}

double median_patterns(const std::vector<const DoneTask*>& runs) {
  std::vector<double> found;
  for (const DoneTask* run : runs) {
    found.push_back(run->solved() ? run->result.at("alpha").get<double>()
                                  : std::numeric_limits<double>::infinity());
  }
  return median(found);
}

// Equal curves at every size, and the teacher found after the same number of patterns to a quarter.
ClaimResult judge_streams(const ClaimSetup& setup, const Results& results) {
  ClaimResult judged;
  bool curves = true, times = true;
  double largest = 0;
  for (const std::uint64_t n : stream_sizes(setup)) {
    const auto sbpi = results.of(stream(setup, "sbpi", n)), cpr = results.of(stream(setup, "cpr", n));
    const CurveDifference difference = compare(sbpi, cpr);
    curves = curves && difference.equal;
    largest = std::max(largest, difference.largest);
    const double of_sbpi = median_patterns(sbpi), of_cpr = median_patterns(cpr);
    times = times && std::max(of_sbpi, of_cpr) <= 1.25 * std::min(of_sbpi, of_cpr);
    judged.measured +=
        fmt::format("{}{:.1f} and {:.1f} at N = {}", judged.measured.empty() ? "" : ", ", of_sbpi, of_cpr, n);
  }
  const Success clipped = results.success(stream(setup, kClipped, 1001));
  judged.measured = fmt::format(
      "teacher found after {} patterns per synapse (sbpi, cpr); errors differ by {:.3f} at most; without "
      "reinforcement {} of {} within 100 at N = 1001",
      judged.measured, largest, clipped.solved, clipped.tried);
  judged.verdict = curves && times   ? Verdict::reproduced
                   : curves || times ? Verdict::partly
                                     : Verdict::not_reproduced;
  if (!curves || !times) {
    judged.why = !times ? "the teacher is not found after the same number of patterns"
                        : "the learning curves differ by more than their errors";
  }
  return judged;
}

}  // namespace

std::vector<Claim> learning_claims() {
  return {
      {"sbpi-noise", "SBPI is robust to noise and degradation, N = 1001, alpha 0.35", "remarkably robust",
       noise_cells, judge_noise},
      {"sbpi-states", "a finite number of hidden states is enough for SBPI, N = 1001, alpha 0.35", "finite",
       state_cells, judge_states},
      {"online-equal", "CP+R is equivalent to SBPI in on-line generalisation", "equivalent", stream_cells,
       judge_streams},
  };
}

}  // namespace bitbasin
