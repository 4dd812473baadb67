// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bitbasin {

// Bytes as text (RFC 4648, section 4).
std::string base64(std::string_view bytes);

}  // namespace bitbasin
