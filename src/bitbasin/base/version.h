// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bitbasin {

// The commit that this was built from, as of the last configuration; CMakeLists.txt writes its source.
const char* source_commit();

}  // namespace bitbasin
