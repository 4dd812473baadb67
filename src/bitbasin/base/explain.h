// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

namespace bitbasin {

// Any exception as one sentence for a user: an Error's own text, "out of memory", or a request to report a
// bug.
std::string explain(const std::exception& error);

}  // namespace bitbasin
