// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "bitbasin/base/parse_number.h"

namespace bitbasin {

// Reads values as a user gives them, each within the range: "0.1", "0.1,0.2,0.5", or "0:0.3:31" for 31 values
// evenly spaced from 0 to 0.3, both included. `label` names the list in errors.
std::vector<double> parse_value_list(std::string_view label, std::string_view text,
                                     const Range<double>& range = {});

}  // namespace bitbasin
