// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "bitbasin/models/constraint.h"
#include "bitbasin/models/sign.h"
#include "bitbasin/models/symmetric.h"

namespace bitbasin {

using AnyModel = std::variant<SignModel, SymmetricModel>;

// Calls f(std::type_identity<Model>) with the model of the given kind.
template <class F>
auto with_model(ConstraintKind kind, F f) {
  return kind == ConstraintKind::symmetric ? f(std::type_identity<SymmetricModel>{})
                                           : f(std::type_identity<SignModel>{});
}

// The channel of a pattern with n synapses.
AnyModel channel_of(const Constraint& constraint, std::size_t n);

// The channel in units of sqrt(N), for N -> infinity.
AnyModel continuous_channel(ConstraintKind kind, double kappa);

}  // namespace bitbasin
