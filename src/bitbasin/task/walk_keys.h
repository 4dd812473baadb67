// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "bitbasin/json/json.h"
#include "bitbasin/search/walk.h"

namespace bitbasin {

// The keys of a point of a walk: proposals, distance, density, and test_error if there is one.
Json to_json(const WalkPoint& point, std::optional<double> test_error);

}  // namespace bitbasin
