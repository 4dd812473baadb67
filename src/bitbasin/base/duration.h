// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bitbasin {

// "22 s", "10 min" or "3.5 h": about two significant digits. `digits` is the number of decimals of seconds.
std::string duration_text(double seconds, int digits = 0);

}  // namespace bitbasin
