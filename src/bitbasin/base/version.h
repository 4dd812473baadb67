// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bitbasin {

// The version of this library, "0.2.0", and the commit that it was built from, "" where that is not known.
// CMakeLists.txt writes the source.
const char* version();
const char* source_commit();

}  // namespace bitbasin
