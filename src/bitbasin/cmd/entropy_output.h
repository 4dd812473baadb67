// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "bitbasin/cmd/session.h"
#include "bitbasin/entropy/local_entropy.h"

namespace bitbasin {

// Adds the Bethe entropy and the points of a curve to the result, and prints them as a table.
void describe_entropy(const BetheEntropy& all, std::span<const EntropyPoint> points, Session& session);

}  // namespace bitbasin
