// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bitbasin {

// The pages of web/ without their data, or nothing if the program was built without them. They are part of
// the program, not of the library; cmake/ReportPage.cmake and cmake/Playground.cmake generate them.
std::string_view page_template();
std::string_view playground_template();

}  // namespace bitbasin
