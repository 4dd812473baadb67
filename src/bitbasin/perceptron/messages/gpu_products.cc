// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/gpu_products.h"

#include <algorithm>

namespace bitbasin {

GpuPatterns put_on_gpu(const PerceptronInstance& instance) {
  check_product_size(instance.n(), instance.patterns());
  BitbasinPatternSource source{};
  source.gpu = GpuPatterns::kAnyGpu;
  source.form = kBitbasinCudaBest;
  source.n = instance.n();
  source.patterns = instance.patterns();
  if (const PatternRecipe* recipe = instance.x.recipe()) {
    source.seed = recipe->seed;
    source.purpose = kPatternsPurpose.value;
    source.labels = instance.labels.words().data();
  } else {
    source.rows = instance.x.matrix().words().data();
    source.stride = instance.x.matrix().stride();
  }
  return GpuPatterns(source);
}

GpuProducts::GpuProducts(const PerceptronInstance& instance, int passes)
    : allowed_(instance.sums()),
      x_(put_on_gpu(instance)),
      rounded_(std::max(instance.n(), instance.patterns()), passes) {}

}  // namespace bitbasin
