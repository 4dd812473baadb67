// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/portfolio.h"

#include "bitbasin/perceptron/load.h"
#include "bitbasin/perceptron/messages/fbp.h"
#include "bitbasin/perceptron/messages/max_sum.h"
#include "bitbasin/perceptron/messages/rbp.h"
#include "bitbasin/perceptron/messages/rms.h"
#include "bitbasin/perceptron/online/cpr.h"
#include "bitbasin/solve/turns.h"

namespace bitbasin {
namespace {

// Nanoseconds on one core for a pattern in an iteration or an epoch, about: measured at N = 1001 and 10001.
struct PatternCost {
  double constant;
  double per_synapse;
};
constexpr PatternCost kRbp{75, 0.005}, kFbp{90, 0.01}, kRms{25, 0.087}, kCpr{13, 0.007};

class PerceptronPortfolio {
 public:
  PerceptronPortfolio(const PerceptronInstance& instance, const SolveSetup& setup, RunControl& control)
      : instance_(instance), setup_(setup), control_(control) {}

  SolveResult run(double others) {
    const double load = relative_load(instance_);
    const RbpOptions rbp = resolve(RbpOptions{}, instance_);
    const FbpOptions fbp = resolve(FbpOptions{}, load);
    const RmsOptions rms = resolve(RmsOptions{}, load);
    const CprOptions cpr = resolve(CprOptions{}, instance_.n(), load);
    // The others know neither GPUs nor ranks.
    const double here = setup_.device == Device::cuda || setup_.ranks != nullptr ? 0 : others;
    const double few = instance_.patterns() <= kMostFactors ? here : 0;
    SolveResult result{.configuration = BitVector(instance_.n()), .violations = instance_.patterns() + 1};
    Turns turns({participant("rbp", 1, rbp, *rbp.restarts, 0, 1.1, kRbp),
                 participant("cpr", here, cpr, cpr.restarts, static_cast<double>(*cpr.epochs), 1.1, kCpr),
                 participant("fbp", others, fbp, fbp.restarts, static_cast<double>(*fbp.iterations), 1, kFbp),
                 participant("rms", few, rms, rms.restarts, (*rms.end - *rms.start) / *rms.rate, 2, kRms)},
                result, control_);
    turns.play();
    return result;
  }

 private:
  // Its first run takes so many iterations, and each is longer than the one before.
  template <class Options>
  Participant participant(const char* name, double share, const Options& options, std::int64_t restarts,
                          double iterations, double longer, PatternCost cost) const {
    const double iteration = static_cast<double>(instance_.patterns()) *
                             (cost.constant + cost.per_synapse * static_cast<double>(instance_.n()));
    return {
        .name = name, .share = share, .next = iterations * iteration, .work = [=, this](std::uint64_t turn) {
          SolveSetup one = setup_;
          one.only_run = turn;
          Turn result{.found = solve(instance_, options, one, control_)};
          result.spent = static_cast<double>(result.found.iterations) * iteration;
          result.next = turn == static_cast<std::uint64_t>(restarts) ? kNoMoreTurns : longer * result.spent;
          return result;
        }};
  }

  const PerceptronInstance& instance_;
  const SolveSetup& setup_;
  RunControl& control_;
};

}  // namespace

const OptionTable<PerceptronPortfolioOptions>& perceptron_portfolio_options() {
  static const OptionTable<PerceptronPortfolioOptions> table{
      option("others", &PerceptronPortfolioOptions::others, {0.0, 1000.0},
             "time of each of cpr, fbp and rms, relative to that of rbp"),
  };
  return table;
}

SolveResult solve(const PerceptronInstance& instance, const PerceptronPortfolioOptions& options,
                  const SolveSetup& setup, RunControl& control) {
  return PerceptronPortfolio(instance, setup, control).run(options.others);
}

}  // namespace bitbasin
