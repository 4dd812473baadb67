// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/portfolio.h"

#include <utility>

#include "bitbasin/perceptron/load.h"
#include "bitbasin/perceptron/messages/fbp.h"
#include "bitbasin/perceptron/messages/instance_on_gpu.h"
#include "bitbasin/perceptron/messages/max_sum.h"
#include "bitbasin/perceptron/messages/rbp.h"
#include "bitbasin/perceptron/messages/rms.h"
#include "bitbasin/perceptron/online/cpr.h"
#include "bitbasin/solve/turns.h"

namespace bitbasin {
namespace {

// Nanoseconds on one core for a pattern in an iteration or an epoch, about: measured from N = 201 to 10001.
struct PatternCost {
  double constant;
  double per_synapse;
};
constexpr PatternCost kRbp{16, 0.012}, kFbp{30, 0.012}, kRms{65, 0.016}, kCpr{7, 0.0025};

class PerceptronPortfolio {
 public:
  PerceptronPortfolio(const PerceptronInstance& instance, const SolveSetup& setup, RunControl& control)
      : instance_(instance),
        setup_(setup),
        control_(control),
        result_{.configuration = BitVector(instance.n()), .violations = instance.patterns() + 1} {}

  SolveResult run(const PerceptronPortfolioOptions& options) {
    const double load = relative_load(instance_);
    const RbpOptions rbp = resolve(RbpOptions{}, instance_);
    const FbpOptions fbp = resolve(FbpOptions{}, load);
    const RmsOptions rms = resolve(RmsOptions{}, load);
    const CprOptions cpr = resolve(CprOptions{}, instance_.n(), load);
    const PerceptronShares shares = shares_here(load, options.others);
    const bool rbp_first = rbp_begins(shares, load);
    // cpr would not notice that there is no GPU.
    if (setup_.device == Device::cuda && !rbp_first) put_on_gpu(instance_);
    const double ramp = rbp_first ? 0 : 0.5 / *rbp.rate;
    const auto epochs = static_cast<double>(*cpr.epochs);
    Turns turns(
        {participant("rbp", shares.rbp, rbp, *rbp.restarts, ramp, 1.1, kRbp),
         participant("cpr", shares.cpr, cpr, cpr.restarts, epochs, cpr.longer, kCpr),
         participant("fbp", shares.fbp, fbp, fbp.restarts, static_cast<double>(*fbp.iterations), 1, kFbp),
         participant("rms", shares.rms, rms, rms.restarts, (*rms.end - *rms.start) / *rms.rate, 2, kRms)},
        result_, control_);
    turns.play();
    return std::move(result_);
  }

 private:
  PerceptronShares shares_here(double load, double others) const {
    PerceptronShares shares = perceptron_shares(instance_.n(), load);
    if (instance_.patterns() > kMostFactors) shares.rms = 0;
    shares.cpr *= others;
    shares.fbp *= others;
    shares.rms *= others;
    return shares;
  }

  // Where fields are given or asked for, where cpr does not take part, and where only a teacher's labels can
  // be learned: at alpha = 1.6 rbp finds 4 of 4 teachers in at most 112 iterations, cpr 2 of 4.
  bool rbp_begins(const PerceptronShares& shares, double load) const {
    return setup_.wants_fields || !setup_.fields.empty() || shares.cpr == 0 || load > kTeacherOnlyAlpha;
  }

  // Its first run takes so many iterations, and each is longer than the one before.
  template <class Options>
  Participant participant(const char* name, double share, const Options& options, std::int64_t restarts,
                          double iterations, double longer, PatternCost cost) {
    const double iteration = static_cast<double>(instance_.patterns()) *
                             (cost.constant + cost.per_synapse * static_cast<double>(instance_.n()));
    return {
        .name = name, .share = share, .next = iterations * iteration, .work = [=, this](std::uint64_t run) {
          Turn result{.found = solve(instance_, options, setup_of(run), control_)};
          if (!result.found.fields.empty()) result_.fields = std::move(result.found.fields);
          ++turns_;
          result.spent = static_cast<double>(result.found.iterations) * iteration;
          result.next = run == static_cast<std::uint64_t>(restarts) ? kNoMoreTurns : longer * result.spent;
          return result;
        }};
  }

  // For that run of whoever has its turn; a trace counts iterations and restarts of all.
  SolveSetup setup_of(std::uint64_t run) const {
    SolveSetup one = setup_;
    one.only_run = run;
    if (turns_ > 0) one.fields.clear();
    if (setup_.on_iteration) {
      one.on_iteration = [this](TracePoint point) {
        point.iteration += result_.iterations;
        point.restart = turns_;
        setup_.on_iteration(point);
      };
    }
    return one;
  }

  const PerceptronInstance& instance_;
  const SolveSetup& setup_;
  RunControl& control_;
  SolveResult result_;
  std::uint64_t turns_ = 0;
};

}  // namespace

const OptionTable<PerceptronPortfolioOptions>& perceptron_portfolio_options() {
  static const OptionTable<PerceptronPortfolioOptions> table{
      option("others", &PerceptronPortfolioOptions::others, {0.0, 1000.0},
             "factor of the shares of cpr, fbp and rms"),
  };
  return table;
}

PerceptronShares perceptron_shares(std::size_t n, double load) {
  const bool hard = load > 0.752;
  if (n < 400) return {1, 1, 2, 0.5};
  if (n < 5000) return hard ? PerceptronShares{0.3, 4, 0.5, 0.5} : PerceptronShares{1, 3, 1, 0.5};
  if (n < 20000) return hard ? PerceptronShares{0.3, 1, 3, 0} : PerceptronShares{1, 3, 1, 0};
  return {1, 0, 3, 0};
}

SolveResult solve(const PerceptronInstance& instance, const PerceptronPortfolioOptions& options,
                  const SolveSetup& setup, RunControl& control) {
  if (instance.constraint.is_plain()) return PerceptronPortfolio(instance, setup, control).run(options);
  SolveResult result = solve(instance, RbpOptions{}, setup, control);
  if (result.solved()) result.found_by = "rbp";
  return result;
}

}  // namespace bitbasin
