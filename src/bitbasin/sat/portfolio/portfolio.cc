// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/portfolio/portfolio.h"

#include <algorithm>
#include <cmath>

#include "bitbasin/sat/complete/cadical.h"
#include "bitbasin/sat/messages/bsp.h"
#include "bitbasin/sat/messages/edmc.h"
#include "bitbasin/sat/portfolio/random_like.h"
#include "bitbasin/sat/portfolio/shares.h"
#include "bitbasin/sat/prepare.h"
#include "bitbasin/sat/relative_density.h"
#include "bitbasin/sat/search/focused_search.h"
#include "bitbasin/sat/search/probsat.h"
#include "bitbasin/solve/turns.h"

namespace bitbasin {
namespace {

// Nanoseconds, about, on one core.
constexpr double kMessage = 6;
constexpr double kFlipPerLiteral = 80;  // of the clause that is flipped
constexpr double kConflictPerLiteral = 5000;

class Portfolio {
 public:
  Portfolio(const Formula& whole, const Formula& prepared, const PortfolioOptions& options,
            const SolveSetup& setup, RunControl& control)
      : whole_(whole),
        formula_(prepared),
        setup_(setup),
        control_(control),
        shares_(choose_shares(looks_random(formula_), longest_clause(formula_), relative_density(formula_),
                              formula_.variables)),
        literals_(static_cast<double>(formula_.literals.size())),
        length_(literals_ / static_cast<double>(formula_.clauses())) {
    if (!options.cadical || !has_cadical()) {
      shares_.cadical = 0;
      shares_.probsat = std::max(shares_.probsat, 1.0);
    }
    result_ = {.configuration = BitVector(formula_.variables), .violations = formula_.clauses() + 1};
  }

  SolveResult run() {
    const auto n = static_cast<double>(formula_.variables);
    const auto sweeps = [&](double count) { return kMessage * count * literals_; };
    Turns others({{.name = "probsat",
                   .share = shares_.probsat,
                   .next = flip() * (5000 + 100 * n),
                   .work = [&](std::uint64_t turn) { return run_probsat(turn); }},
                  {.name = "edmc",
                   .share = shares_.edmc,
                   .next = sweeps(100),  // 40 to 300
                   .work = [&](std::uint64_t turn) { return run_messages<EdmcOptions>(turn, 1.4); }},
                  {.name = "bsp",
                   .share = shares_.bsp,
                   .next = sweeps(700),  // 500 to 900
                   .work = [&](std::uint64_t turn) { return run_messages<SatBspOptions>(turn, 1.4); }}},
                 result_, control_);
    if (shares_.cadical == 0) {
      others.play();
    } else {
      run_cadical(others);
    }
    return result_;
  }

 private:
  double flip() const { return kFlipPerLiteral * length_; }          // ns
  double conflict() const { return kConflictPerLiteral * length_; }  // ns

  // Once CaDiCaL has started, the others have their turns while it waits, so that it need not start again.
  void run_cadical(Turns& others) {
    double due = conflict() * shares_.conflicts;  // ns in all, when the others are next
    const auto let_others_work = [&] { return others.play(due / shares_.cadical); };
    if (!shares_.cadical_first && !let_others_work()) return;
    const SolveResult found = solve(whole_, CadicalOptions{}, setup_, control_, [&](std::uint64_t conflicts) {
      const double spent = conflict() * static_cast<double>(conflicts);
      if (spent < due) return false;
      due = 2 * spent;
      return !let_others_work();
    });
    result_.iterations += found.iterations;
    result_.refuted = found.refuted;
    result_.offer(found.configuration, found.violations);
    if (found.solved() || found.refuted) result_.found_by = "cadical";
  }

  // Twice as many flips in each turn.
  Turn run_probsat(std::uint64_t turn) {
    const double most = static_cast<double>(default_flips(formula_.variables));
    const double flips =
        std::min(std::ldexp(5000 + 100.0 * formula_.variables, static_cast<int>(turn)), most);
    ProbsatOptions options;
    options.flips = static_cast<std::int64_t>(flips);
    constexpr std::uint64_t kApart = 0x9e3779b97f4a7c15;  // seeds of later turns are not those of users
    Turn result{.found = solve(formula_, options, {.seed = setup_.seed + kApart * turn}, control_)};
    result.spent = flip() * static_cast<double>(result.found.flips);
    result.next = flips == most ? kNoMoreTurns : 2 * flips * flip();
    return result;
  }

  // The runs that the algorithm makes alone, one in each turn, each longer than the one before.
  template <class Options>
  Turn run_messages(std::uint64_t turn, double longer) {
    const Options options;
    Turn result{.found = solve(formula_, options,
                               {.seed = setup_.seed, .threads = setup_.threads, .only_run = turn}, control_)};
    result.spent = kMessage * static_cast<double>(result.found.messages) +
                   flip() * static_cast<double>(result.found.flips);
    result.next = turn == static_cast<std::uint64_t>(options.restarts) ? kNoMoreTurns : longer * result.spent;
    return result;
  }

  const Formula& whole_;
  const Formula& formula_;
  const SolveSetup& setup_;
  RunControl& control_;
  Shares shares_;
  double literals_;
  double length_;  // of a clause, on average
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
  if (prepared.formula().clauses() == 0) return {.configuration = BitVector(formula.variables)};
  return Portfolio(formula, prepared.formula(), options, setup, control).run();
}

}  // namespace bitbasin
