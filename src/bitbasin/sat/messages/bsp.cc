// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/bsp.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "bitbasin/sat/messages/partly_fixed.h"
#include "bitbasin/sat/prepare.h"
#include "bitbasin/sat/search/probsat.h"

namespace bitbasin {
namespace {

// Where surveys have no warnings, biases are below this; they are not 0, because of the tolerance. To go on
// by them spoils a run: that on 3-SAT 4.24, N = 10000, seed 51001 solves it from here, and has 3 clauses left
// if it fixes whole batches until no bias is above 0.01.
constexpr double kNoBias = 0.1;

// A run with more violated clauses than this, in number and fraction, will not end in a solution.
constexpr double kFewestOpen = 5;
constexpr double kFew = 0.0005;

// Nor will one in which more surveys than this fraction of all have not settled after a step. Of runs that
// were traced, one that was solved had 0.02 at most (4-SAT 9.8), and others 0.045 (the same formula), 0.15
// and 0.33 (3-SAT 4.24).
constexpr double kDiverging = 0.04;

// Flips, in units of N, that make an assignment of what such a run leaves.
constexpr double kFlipsAfterAll = 10;

class Decimation {
 public:
  Decimation(const Formula& formula, const SatBspOptions& options, SolveResult& result, RunControl& control)
      : formula_(formula),
        options_(options),
        result_(result),
        control_(control),
        partly_(formula, options.tolerance),
        batch_(std::max<std::size_t>(
            1, static_cast<std::size_t>(options.batch * static_cast<double>(formula.variables)))) {}

  bool run(double release, const SolveSetup& setup) {
    Stream stream(setup.seed, purpose("sat.bsp.start"), result_.restarts);
    partly_.start(stream);
    converge(10 * options_.max_sweeps);
    double due = 0;  // variables to release
    while (running() && !hopeless()) {
      rank_free();
      if (count_ == 0) break;
      const auto batch = static_cast<double>(batch_);
      if (due >= batch && partly_.fixed() > batch_) {
        due -= batch;
        release_some();
      } else {
        due += release * static_cast<double>(count_);
        fix_some();
      }
      converge(options_.max_sweeps);
      control_.report({"solving", result_.iterations, 0, static_cast<double>(partly_.violated())});
    }
    const double most = hopeless() ? kFlipsAfterAll : std::numeric_limits<double>::infinity();
    return mend(solve_rest(std::min(options_.flips, most), setup), std::min(options_.mend, most), setup);
  }

 private:
  using Scored = std::pair<double, std::uint32_t>;

  bool running() const { return control_.stop_reason() == StopReason::none; }
  bool hopeless() const {
    const double few = std::max(kFewestOpen, kFew * static_cast<double>(formula_.clauses()));
    return static_cast<double>(partly_.violated()) > few ||
           static_cast<double>(partly_.unsettled()) >
               kDiverging * static_cast<double>(formula_.literals.size());
  }

  bool spend(std::uint64_t messages) {
    if (!control_.spend(messages)) return false;
    result_.messages += messages;
    return true;
  }

  void converge(std::int64_t sweeps) {
    for (std::int64_t t = 0; t < sweeps; ++t) {
      const std::uint64_t messages = partly_.prepare_sweep();
      if (messages == 0 || !spend(messages)) return;
      ++result_.iterations;
      partly_.sweep();
    }
  }

  // Brings the first batch of a list to its front, in the same order on every machine.
  void rank() {
    count_ = std::min(batch_, scored_.size());
    std::partial_sort(scored_.begin(), scored_.begin() + static_cast<std::ptrdiff_t>(count_), scored_.end());
  }

  // The batch has only variables with a bias.
  void rank_free() {
    scored_.clear();
    for (std::uint32_t i = 0; i < formula_.variables; ++i) {
      if (partly_.is_fixed(i)) continue;
      const double bias = std::abs(partly_.bias(i));
      if (bias >= kNoBias) scored_.emplace_back(-bias, i);
    }
    rank();
  }

  void fix_some() {
    for (std::size_t j = 0; j < count_; ++j) {
      const std::uint32_t i = scored_[j].second;
      partly_.fix(make_literal(i, partly_.bias(i) < 0));
    }
  }

  void release_some() {
    const std::uint64_t messages = partly_.prepare_supports();
    if (messages > 0) {
      if (!spend(messages)) return;
      partly_.update_supports();
    }
    scored_.clear();
    for (std::uint32_t i = 0; i < formula_.variables; ++i) {
      if (partly_.is_fixed(i)) scored_.emplace_back(partly_.value(i) ? partly_.bias(i) : -partly_.bias(i), i);
    }
    rank();
    for (std::size_t j = 0; j < count_; ++j) partly_.release(scored_[j].second);
  }

  // The values, and for free variables what local search finds.
  BitVector solve_rest(double flips, const SolveSetup& setup) {
    BitVector w(formula_.variables);
    for (std::uint32_t i = 0; i < formula_.variables; ++i) {
      if (partly_.is_fixed(i)) w.set(i, partly_.value(i));
    }
    const Residual rest = partly_.residual();
    if (rest.formula.clauses() == 0) return w;
    const SolveResult found = solve(prepare(rest.formula).formula(), local_search(flips),
                                    {setup.seed + result_.restarts}, control_);
    result_.flips += found.flips;
    for (std::size_t j = 0; j < rest.variables.size(); ++j) {
      w.set(rest.variables[j], found.configuration[j]);
    }
    return w;
  }

  // Local search on all clauses, for the few that are left.
  bool mend(const BitVector& w, double flips, const SolveSetup& setup) {
    const SolveResult mended =
        probsat_from(w, formula_, local_search(flips), {setup.seed + result_.restarts}, control_);
    result_.flips += mended.flips;
    result_.offer(mended.configuration, mended.violations);
    return mended.solved();
  }

  ProbsatOptions local_search(double flips) const {
    ProbsatOptions local;
    local.flips = std::max<std::int64_t>(1, static_cast<std::int64_t>(flips * formula_.variables));
    return local;
  }

  const Formula& formula_;
  const SatBspOptions& options_;
  SolveResult& result_;
  RunControl& control_;
  PartlyFixed partly_;
  std::size_t batch_;
  std::vector<Scored> scored_;
  std::size_t count_ = 0;  // of a batch
};

}  // namespace

const OptionTable<SatBspOptions>& sat_bsp_options() {
  static const OptionTable<SatBspOptions> table{
      option("batch", &SatBspOptions::batch, {0.0, 1.0, true},
             "variables fixed or released at once, in units of N", "f"),
      option("release", &SatBspOptions::release, {0.0, 0.99}, "releases per fixing", "r"),
      option("tolerance", &SatBspOptions::tolerance, {0.0, 1.0, true},
             "change of log(1 - eta) below which surveys count as converged"),
      option("max_sweeps", &SatBspOptions::max_sweeps, {1, 1000000}, "maximum number of sweeps after a step"),
      option("flips", &SatBspOptions::flips, {0.0, 1e6},
             "flips, in units of N, of the local search on what is left"),
      option("mend", &SatBspOptions::mend, {0.0, 1e6},
             "flips, in units of N, of the local search on all clauses"),
      option("restarts", &SatBspOptions::restarts, {0, 1000000}, "restarts before giving up"),
  };
  return table;
}

SolveResult solve(const Formula& formula, const SatBspOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  SolveResult result{BitVector(formula.variables), formula.clauses() + 1};
  Decimation run(formula, options, result, control);
  constexpr double kKept = 0.7;  // fixings that stay, relative to the run before
  double stays = 1 - options.release;
  for (std::int64_t i = 0; i <= options.restarts; ++i, stays *= kKept) {
    if (!setup.wants_run(static_cast<std::uint64_t>(i))) continue;
    result.restarts = static_cast<std::uint64_t>(i);
    if (run.run(1 - stays, setup) || control.stop_reason() != StopReason::none) break;
  }
  return result;
}

}  // namespace bitbasin
