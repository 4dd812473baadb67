// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bitbasin {

// Refuses what this machine's memory cannot hold, before anything is allocated: on Linux an allocation that
// is too large often succeeds and ends the program later. A double, so that a product of sizes cannot
// overflow.
void expect_memory(double bytes, std::string_view what);

}  // namespace bitbasin
