// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/rbp.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/messages/bp.h"
#include "bitbasin/sat/relative_density.h"

namespace bitbasin {
namespace {

// A run whose signs have not changed while the reinforcement grew by this much has frozen.
constexpr double kFrozen = 0.15;

bool satisfies(const Formula& formula, const BitVector& assignment) {
  for (std::size_t a = 0; a < formula.clauses(); ++a) {
    const auto clause = formula.clause(a);
    if (std::ranges::none_of(clause, [&](Literal literal) { return is_true(literal, assignment); })) {
      return false;
    }
  }
  return true;
}

class Run {
 public:
  Run(const Formula& formula, int threads, SolveResult& result, RunControl& control)
      : bp_(formula, threads), result_(result), control_(control), w_(formula.variables) {}

  bool run(double rate, std::int64_t iterations, Stream stream) {
    const Formula& formula = bp_.formula();
    for (std::size_t i = 0; i < w_.size(); ++i) bp_.set_external(i, 0);
    bp_.start(stream);
    double memory = 1;  // (1 - rate)^t
    std::uint64_t unchanged = 0;
    for (std::int64_t t = 0; t < iterations && rate * static_cast<double>(unchanged) < kFrozen; ++t) {
      if (!control_.spend(formula.literals.size())) break;
      if (t % SatBp::kRefreshEvery == 0) bp_.refresh();
      bp_.sweep();
      ++result_.iterations;
      result_.messages += formula.literals.size();
      unchanged = reinforce(1 - memory) ? 0 : unchanged + 1;
      memory *= 1 - rate;
      if (satisfies(formula, w_)) {
        result_.offer(w_, 0);
        return true;
      }
      control_.report({"solving", result_.iterations, 0, static_cast<double>(result_.violations)});
    }
    result_.offer(w_, count_violations(formula, w_));
    return false;
  }

 private:
  // Feeds the fields back and reads the signs; returns whether any has changed.
  bool reinforce(double rho) {
    std::uint64_t changed = 0;
    for (std::size_t first = 0; first < w_.size(); first += kWordBits) {
      const std::size_t count = std::min(kWordBits, w_.size() - first);
      std::uint64_t word = 0;
      for (std::size_t j = 0; j < count; ++j) {
        const double total = bp_.total(first + j);
        word |= std::uint64_t{total >= 0} << j;
        bp_.set_external(first + j, rho * total);
      }
      changed += static_cast<std::uint64_t>(std::popcount(word ^ w_.words()[first / kWordBits]));
      w_.words()[first / kWordBits] = word;
    }
    result_.flips += changed;
    return changed != 0;
  }

  SatBp bp_;
  SolveResult& result_;
  RunControl& control_;
  BitVector w_;
};

}  // namespace

const OptionTable<SatRbpOptions>& sat_rbp_options() {
  static const OptionTable<SatRbpOptions> table{
      option("rate", &SatRbpOptions::rate, {1e-7, 1.0}, "growth of the reinforcement per sweep"),
      option("iterations", &SatRbpOptions::iterations, {1}, "maximum number of sweeps in a run"),
      option("restarts", &SatRbpOptions::restarts, {0, 1000000}, "restarts before giving up"),
  };
  return table;
}

SatRbpOptions resolve(SatRbpOptions options, double load) {
  const double hardness = std::clamp((load - 0.85) / 0.13, 0.0, 1.0);
  if (!options.rate) options.rate = 0.002 * (1 - 0.75 * hardness);
  if (!options.iterations) options.iterations = static_cast<std::int64_t>(std::ceil(1.5 / *options.rate));
  return options;
}

SolveResult solve(const Formula& formula, const SatRbpOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  SolveResult result{BitVector(formula.variables), formula.clauses() + 1};
  Run run(formula, setup.threads, result, control);
  constexpr double kSlower = 0.7, kSlowest = 8;
  const SatRbpOptions resolved = resolve(options, relative_density(formula));
  double slowness = 1;
  for (std::int64_t i = 0; i <= options.restarts; ++i, slowness = std::min(slowness / kSlower, kSlowest)) {
    result.restarts = static_cast<std::uint64_t>(i);
    const auto iterations = static_cast<std::int64_t>(static_cast<double>(*resolved.iterations) * slowness);
    Stream stream(setup.seed, purpose("sat.rbp.start"), result.restarts);
    if (run.run(*resolved.rate / slowness, iterations, stream)) break;
    if (control.stop_reason() != StopReason::none) break;
  }
  return result;
}

}  // namespace bitbasin
