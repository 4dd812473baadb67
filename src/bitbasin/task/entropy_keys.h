// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/entropy/measured_entropy.h"
#include "bitbasin/json/json.h"

namespace bitbasin {

// Sets points, each with its H(d), bethe_entropy and bethe_converged.
void describe_entropy(const MeasuredEntropy& measured, Json& keys);

}  // namespace bitbasin
