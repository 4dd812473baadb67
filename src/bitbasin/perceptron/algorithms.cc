// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/algorithms.h"

#include "bitbasin/base/error.h"
#include "bitbasin/perceptron/messages/fbp.h"
#include "bitbasin/perceptron/messages/rbp.h"
#include "bitbasin/perceptron/messages/rms.h"
#include "bitbasin/perceptron/online/cpr.h"
#include "bitbasin/perceptron/online/sbpi.h"
#include "bitbasin/perceptron/portfolio.h"
#include "bitbasin/perceptron/search/edmc.h"
#include "bitbasin/perceptron/search/sa.h"
#include "bitbasin/ranks/rank_calls.h"

namespace bitbasin {
namespace {

// Whether an algorithm takes its patterns from PatternProducts, which may be anywhere.
template <class Options>
constexpr bool kOnProducts =
    std::is_same_v<Options, RbpOptions> || std::is_same_v<Options, FbpOptions> ||
    std::is_same_v<Options, EdmcOptions> || std::is_same_v<Options, PerceptronPortfolioOptions>;

// For those that do not.
void expect_one_process(const char* name, const SolveSetup& setup) {
  if (setup.device == Device::cuda) {
    fail("expected an algorithm that runs on a GPU, rbp, fbp or edmc, with device cuda, got {}", name);
  }
  if (setup.ranks != nullptr) {
    fail("expected an algorithm that divides its patterns, rbp, fbp or edmc, on {} ranks, got {}",
         setup.ranks->size(), name);
  }
}

template <class Options>
Algorithm<PerceptronInstance> algorithm(const char* name, const char* meaning,
                                        const OptionTable<Options>& table, Abilities can = {}) {
  return make_algorithm<PerceptronInstance>(
      name, meaning, table,
      [name](const PerceptronInstance& instance, const Options& options, const SolveSetup& setup,
             RunControl& control) {
        if (!kOnProducts<Options>) expect_one_process(name, setup);
        return solve(instance, options, setup, control);
      },
      can);
}

}  // namespace

std::vector<Algorithm<PerceptronInstance>> built_in_algorithms(std::type_identity<PerceptronInstance>) {
  return {
      algorithm("rbp", "reinforced belief propagation", rbp_options(), {.trace = true, .resume = true}),
      algorithm("auto", "cpr, rbp, fbp and rms in turns, chosen by size and load",
                perceptron_portfolio_options(), {.trace = true, .resume = true}),
      algorithm("fbp", "focusing belief propagation", fbp_options(), {.trace = true, .resume = true}),
      algorithm("rms", "reinforced max-sum", rms_options(), {.trace = true}),
      algorithm("sbpi", "stochastic belief propagation with integer hidden states", sbpi_options(),
                {.trace = true}),
      algorithm("cpr", "clipped perceptron with reinforcement", cpr_options(), {.trace = true}),
      algorithm("edmc", "entropy-driven Monte Carlo", edmc_options(), {.trace = true}),
      algorithm("sa", "simulated annealing", sa_options(), {.trace = true}),
  };
}

}  // namespace bitbasin
