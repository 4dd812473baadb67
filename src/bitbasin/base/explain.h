// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

namespace bitbasin {

// Anything that was thrown, as one sentence for a user: an Error's own, that there is too little memory, or
// that it is a mistake of ours.
std::string explain(const std::exception& error);

}  // namespace bitbasin
