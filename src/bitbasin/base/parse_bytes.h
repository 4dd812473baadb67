// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace bitbasin {

// A size such as "20000", "20KB", "1.5MB" or "125KiB": a number of bytes, of thousands or millions of them,
// or of powers of 1024, rounded down. `label` names it in the error.
std::uint64_t parse_bytes(std::string_view label, std::string_view text);

}  // namespace bitbasin
