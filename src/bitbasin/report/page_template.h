// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bitbasin {

// The page of web/ without its data, or nothing if the program was built without it. It is part of the
// program, not of the library; cmake/ReportPage.cmake generates it.
std::string_view page_template();

}  // namespace bitbasin
