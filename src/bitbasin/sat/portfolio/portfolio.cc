// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/portfolio/portfolio.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bitbasin/sat/complete/cadical.h"
#include "bitbasin/sat/messages/edmc.h"
#include "bitbasin/sat/portfolio/random_like.h"
#include "bitbasin/sat/portfolio/shares.h"
#include "bitbasin/sat/prepare.h"
#include "bitbasin/sat/relative_density.h"
#include "bitbasin/sat/search/focused_search.h"
#include "bitbasin/sat/search/probsat.h"

namespace bitbasin {
namespace {

// Nanoseconds, about, on one core.
constexpr double kMessage = 6;
constexpr double kFlipPerLiteral = 80;  // of the clause that is flipped
constexpr double kConflictPerLiteral = 5000;

// One of those who take turns.
struct Participant {
  double share = 0;
  double spent = 0;  // ns
  double next = 0;   // ns that its next turn will take
  std::uint64_t turns = 0;

  bool takes_part() const { return share > 0; }
  // Who has the least of it is next.
  double debt() const {
    return takes_part() ? (spent + next) / share : std::numeric_limits<double>::infinity();
  }
};

class Portfolio {
 public:
  Portfolio(const Formula& whole, const Formula& prepared, const PortfolioOptions& options,
            const SolveSetup& setup, RunControl& control)
      : whole_(whole), formula_(prepared), setup_(setup), control_(control) {
    Shares shares = choose_shares(looks_random(formula_), longest_clause(formula_),
                                  relative_density(formula_), formula_.variables);
    if (!options.cadical || !has_cadical()) {
      shares.cadical = 0;
      shares.probsat = std::max(shares.probsat, 1.0);
    }
    complete_ = shares.complete && shares.cadical > 0;
    cadical_first_ = shares.cadical_first && shares.cadical > 0;
    const auto n = static_cast<double>(formula_.variables),
               literals = static_cast<double>(formula_.literals.size());
    const double length = literals / static_cast<double>(formula_.clauses());
    flip_ = kFlipPerLiteral * length;
    conflict_ = kConflictPerLiteral * length;
    most_flips_ = static_cast<double>(default_flips(formula_.variables));
    probsat_ = {.share = shares.probsat, .next = flip_ * (5000 + 100 * n)};
    edmc_ = {.share = shares.edmc, .next = kMessage * 100 * literals};  // a run takes 40 to 300 sweeps
    cadical_ = {.share = shares.cadical, .next = conflict_ * 1000};
    result_ = {.configuration = BitVector(formula_.variables), .violations = formula_.clauses() + 1};
  }

  SolveResult run() {
    // Once CaDiCaL has started, the others have their turns while it waits, so that it need not start again.
    if ((cadical_first_ || let_others_work()) && cadical_.takes_part()) {
      const SolveResult found =
          solve(whole_, CadicalOptions{}, setup_, control_, [&](std::uint64_t conflicts) {
            const double spent = conflict_ * static_cast<double>(conflicts);
            if (spent < cadical_.spent + cadical_.next) return false;
            cadical_.spent = spent;
            cadical_.next = spent;  // twice as long in all
            return !let_others_work();
          });
      result_.iterations += found.iterations;
      result_.refuted = found.refuted;
      result_.offer(found.configuration, found.violations);
      if (found.solved() || found.refuted) result_.found_by = "cadical";
    }
    return result_;
  }

 private:
  // Turns of the others, until it is CaDiCaL's turn, which true means. False: there is an answer, or nothing
  // is left to do.
  bool let_others_work() {
    while (true) {
      if (result_.solved() || control_.stop_reason() != StopReason::none) return false;
      if (!probsat_.takes_part() && !edmc_.takes_part()) return complete_;
      if (cadical_.debt() <= std::min(probsat_.debt(), edmc_.debt())) return true;
      if (probsat_.debt() <= edmc_.debt()) {
        run_probsat();
      } else {
        run_edmc();
      }
    }
  }

  void run_probsat() {
    ProbsatOptions options;
    const double flips = std::min(probsat_.next / flip_, most_flips_);
    options.flips = static_cast<std::int64_t>(flips);
    constexpr std::uint64_t kApart = 0x9e3779b97f4a7c15;  // seeds of later turns are not those of users
    const SolveResult found =
        solve(formula_, options, {.seed = setup_.seed + kApart * probsat_.turns}, control_);
    finish_turn(probsat_, found, "probsat", flip_ * static_cast<double>(found.flips));
    probsat_.next *= 2;
    if (flips == most_flips_) probsat_.share = 0;
  }

  // The runs of edmc itself, one in each turn.
  void run_edmc() {
    EdmcOptions options;
    const auto most_runs = static_cast<std::uint64_t>(1 + options.restarts);
    options.restarts = 0;
    options.first_run = static_cast<std::int64_t>(edmc_.turns);
    const SolveResult found =
        solve(formula_, options, {.seed = setup_.seed, .threads = setup_.threads}, control_);
    const double spent = kMessage * static_cast<double>(found.messages);
    finish_turn(edmc_, found, "edmc", spent);
    constexpr double kSlower = 1.4;  // than the run before
    edmc_.next = kSlower * spent;
    if (edmc_.turns == most_runs) edmc_.share = 0;
  }

  void finish_turn(Participant& participant, const SolveResult& found, const char* name, double spent) {
    ++participant.turns;
    participant.spent += spent;
    result_.offer(found.configuration, found.violations);
    result_.iterations += found.iterations;
    result_.flips += found.flips;
    result_.messages += found.messages;
    result_.restarts = probsat_.turns + edmc_.turns - 1;
    if (found.solved()) result_.found_by = name;
  }

  const Formula& whole_;
  const Formula& formula_;
  const SolveSetup& setup_;
  RunControl& control_;
  bool cadical_first_ = false;
  double flip_ = 0;      // ns
  double conflict_ = 0;  // ns
  double most_flips_ = 0;
  bool complete_ = false;
  Participant probsat_, edmc_, cadical_;
  SolveResult result_;
};

}  // namespace

const OptionTable<PortfolioOptions>& portfolio_options() {
  static const OptionTable<PortfolioOptions> table{
      option("cadical", &PortfolioOptions::cadical, "whether CaDiCaL takes part, where the build has it"),
  };
  return table;
}

SolveResult solve(const Formula& formula, const PortfolioOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  const PreparedFormula prepared = prepare(formula);
  if (prepared.formula.clauses() == 0) return {.configuration = BitVector(formula.variables)};
  return Portfolio(formula, prepared.formula, options, setup, control).run();
}

}  // namespace bitbasin
