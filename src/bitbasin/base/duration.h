// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bitbasin {

// "22 s", "10 min" or "3.5 h": about two digits of what people read. `digits` are those of seconds after the
// point.
std::string duration_text(double seconds, int digits = 0);

}  // namespace bitbasin
