// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/theory/order_parameters.h"

namespace bitbasin {

// How fine the integrals are: every step is multiplied by `step`. The value 1 aims at errors of 1e-10; 0.5
// serves as a check.
struct TheoryQuadrature {
  double step = 1;
  int threads = 1;
};

struct EnergeticWork {
  std::size_t outer_nodes = 0;
  std::size_t inner_nodes = 0;
};

// The energetic part: E over z~, z0 of averages over z1 with the weight Dz1 H(C~) H(C)^y. Slopes are exact:
// each is an average over the same nodes.
template <LabelSource kTask>
Conjugates<Dual<kDirections<kTask>>> energetic(const OrderParameters<Dual<kDirections<kTask>>>& p,
                                               const TheoryQuadrature& quadrature,
                                               EnergeticWork* work = nullptr);

// alpha E of products of Gamma, the derivatives of (<K(C~)> / sqrt(v), <K(C)> / sqrt(1 - q1)) by shifts of
// the sums of W~ and of all W, and alpha E <K'(C)^2> / (1 - q1)^2.
template <LabelSource kTask>
ReplicaResponse energetic_response(const OrderParameters<Dual<kDirections<kTask>>>& p,
                                   const TheoryQuadrature& quadrature);

}  // namespace bitbasin
