// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/load.h"

#include <algorithm>

#include "bitbasin/theory/equilibrium.h"

namespace bitbasin {

double relative_load(const PerceptronInstance& instance) {
  if (instance.constraint.is_plain()) return instance.alpha();
  // Beyond the range of the theory, assume an easy problem.
  constexpr double kReach = 4;
  const double kappa = std::clamp(kappa_eff(instance.constraint, instance.n()), -kReach, kReach);
  const double capacity = zero_entropy(Constraint{instance.constraint.kind, kappa}).alpha;
  return instance.alpha() / capacity * zero_entropy(LabelSource::classify).alpha;
}

}  // namespace bitbasin
