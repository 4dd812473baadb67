// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/entropy/measured_entropy.h"
#include "bitbasin/json/json.h"
#include "bitbasin/perceptron/messages/focusing_entropy.h"
#include "bitbasin/sat/messages/complexity.h"

namespace bitbasin {

// Sets points, each with its H(d), bethe_entropy and bethe_converged.
void describe_entropy(const MeasuredEntropy& measured, Json& keys);

// Sets points: gamma, y, free_entropy, overlap, d and local_entropy of each.
void describe_focusing(std::span<const MeasuredFocusing> measured, Json& keys);

// Sets complexity, frozen, bias, converged and sweeps.
void describe_surveys(const MeasuredSurveys& measured, Json& keys);

}  // namespace bitbasin
