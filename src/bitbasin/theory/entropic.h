// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/theory/energetic.h"
#include "bitbasin/theory/order_parameters.h"

namespace bitbasin {

// The entropic part: E over z~, z0 of averages over W~ = +-1 and z1 with the weight
// exp(W~ A~) Dz1 (2 cosh A)^y. The integral over z1 depends on z0 and W~ only, and what is left of z~ are
// three functions of one variable: two integrals of two dimensions instead of one of three.
template <LabelSource kTask>
Overlaps<Dual<kDirections<kTask>>> entropic(const OrderParameters<Dual<kDirections<kTask>>>& p,
                                            const Conjugates<Dual<kDirections<kTask>>>& c,
                                            const TheoryQuadrature& quadrature);

// E of products of X, the derivatives of (<W~>, <tanh A>) by fields on W~ and on all W, and E <sech^4 A>.
template <LabelSource kTask>
ReplicaResponse entropic_response(const OrderParameters<Dual<kDirections<kTask>>>& p,
                                  const Conjugates<Dual<kDirections<kTask>>>& c,
                                  const TheoryQuadrature& quadrature);

}  // namespace bitbasin
