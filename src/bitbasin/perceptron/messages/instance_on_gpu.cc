// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/instance_on_gpu.h"

#include "bitbasin/device/gpu.h"
#include "bitbasin/perceptron/messages/rounded_product.h"
#include "bitbasin/ranks/launcher.h"

namespace bitbasin {
namespace {

int gpu_of_this_rank() {
  if (!launched_as_rank()) return GpuPatterns::kAnyGpu;
  const std::size_t gpus = list_gpus().gpus.size();
  return gpus == 0 ? GpuPatterns::kAnyGpu : launched_local_rank() % static_cast<int>(gpus);
}

}  // namespace

GpuPatterns put_on_gpu(const PerceptronInstance& instance) {
  check_product_size(instance.n(), instance.patterns());
  BitbasinPatternSource source{};
  source.gpu = gpu_of_this_rank();
  source.form = kBitbasinCudaBest;
  source.n = instance.n();
  source.patterns = instance.patterns();
  if (const PatternRecipe* recipe = instance.x.recipe()) {
    source.seed = recipe->seed;
    source.purpose = kPatternsPurpose.value;
    source.first = recipe->first;
    source.labels = instance.labels.words().data();
  } else {
    source.rows = instance.x.matrix().words().data();
    source.stride = instance.x.matrix().stride();
  }
  return GpuPatterns(source);
}

}  // namespace bitbasin
