// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/exact_patterns.h"

#include "bitbasin/device/gpu.h"
#include "bitbasin/perceptron/messages/divided_patterns.h"
#include "bitbasin/perceptron/messages/host_patterns.h"
#include "bitbasin/perceptron/messages/instance_on_gpu.h"

namespace bitbasin {

std::unique_ptr<ExactPatterns> open_patterns(const PerceptronInstance& instance, const SolveSetup& setup) {
  if (setup.ranks != nullptr) return std::make_unique<DividedPatterns>(instance, setup);
  return open_patterns_here(instance, setup);
}

std::unique_ptr<ExactPatterns> open_patterns_here(const PerceptronInstance& instance,
                                                  const SolveSetup& setup) {
  if (goes_to_gpu(setup.device, instance.n(), instance.patterns())) {
    return std::make_unique<InstanceOnGpu>(instance);
  }
  return std::make_unique<HostPatterns>(instance.x, instance.sums(), setup.threads);
}

}  // namespace bitbasin
