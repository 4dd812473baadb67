// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "bitbasin/base/options.h"

namespace bitbasin {

using Json = nlohmann::ordered_json;

// The JSON form of an option's value: "auto" stays text.
Json to_json(const OptionValue& value);

// Infinite and undefined numbers are null.
Json number_or_null(double x);

}  // namespace bitbasin
