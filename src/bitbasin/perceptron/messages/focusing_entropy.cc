// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/focusing_entropy.h"

#include "bitbasin/perceptron/messages/pattern_products.h"

namespace bitbasin {

std::vector<MeasuredFocusing> measure_focusing(const PerceptronInstance& instance,
                                               std::span<const FocusingPoint> points,
                                               const EntropyOptions& options, const SolveSetup& setup,
                                               RunControl& control) {
  PatternProducts patterns(instance, setup, 2);
  return measure_focusing(patterns, channel_of(instance.constraint, instance.n()), points, options, setup,
                          control);
}

}  // namespace bitbasin
