// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/entropy.h"

#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/tilted_amp.h"

namespace bitbasin {

MeasuredEntropy measure_entropy(const PerceptronInstance& instance, const BitVector& weights,
                                std::span<const double> distances, const EntropyOptions& options,
                                const SolveSetup& setup, RunControl& control) {
  PatternProducts patterns(instance, setup, 2);
  TiltedAmp<PatternProducts> estimator(patterns, instance,
                                       {.tolerance = options.tolerance,
                                        .max_iterations = static_cast<std::uint64_t>(options.max_sweeps),
                                        .threads = setup.threads});
  return measure_entropy(estimator, weights, distances, Stream(setup.seed, purpose("entropy")), control);
}

}  // namespace bitbasin
