// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bitbasin {

// The version of this library, "0.2.0", and the commit that it was built from, "" if that is not known.
// CMakeLists.txt writes the source.
const char* version();
const char* source_commit();
// The day of the version's release, "2026-11-16".
const char* release_date();

}  // namespace bitbasin
