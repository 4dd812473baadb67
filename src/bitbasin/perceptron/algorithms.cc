// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/algorithms.h"

#include "bitbasin/base/find_named.h"
#include "bitbasin/base/read_options.h"
#include "bitbasin/perceptron/messages/rbp.h"
#include "bitbasin/perceptron/messages/rms.h"
#include "bitbasin/perceptron/online/cpr.h"
#include "bitbasin/perceptron/online/sbpi.h"
#include "bitbasin/perceptron/search/edmc.h"
#include "bitbasin/perceptron/search/sa.h"

namespace bitbasin {
namespace {

template <class Options>
PerceptronAlgorithm algorithm(std::string_view name, std::string_view meaning,
                              const OptionTable<Options>& table) {
  const auto read = [&table](const Spec& spec) { return read_options(table, spec); };
  return {name, meaning, describe(table),
          [read](const PerceptronInstance& instance, const Spec& spec, const SolveSetup& setup,
                 RunControl& control) { return solve(instance, read(spec), setup, control); },
          [read, &table](const Spec& spec) { return to_spec(spec.name, table, read(spec)); }};
}

}  // namespace

std::span<const PerceptronAlgorithm> perceptron_algorithms() {
  static const PerceptronAlgorithm algorithms[] = {
      algorithm("rbp", "reinforced belief propagation", rbp_options()),
      algorithm("rms", "reinforced max-sum", rms_options()),
      algorithm("sbpi", "stochastic belief propagation with integer hidden states", sbpi_options()),
      algorithm("cpr", "clipped perceptron with reinforcement", cpr_options()),
      algorithm("edmc", "entropy-driven Monte Carlo", edmc_options()),
      algorithm("sa", "simulated annealing", sa_options()),
  };
  return algorithms;
}

const PerceptronAlgorithm& perceptron_algorithm(std::string_view name) {
  return find_named(perceptron_algorithms(), &PerceptronAlgorithm::name, name, "algorithms");
}

}  // namespace bitbasin
