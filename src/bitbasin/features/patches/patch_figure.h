// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "bitbasin/features/patches/patch_filters.h"

namespace bitbasin {

// The filters as the bytes of a PNG file, `columns` side by side: white where a bright pixel favours the
// patch, black where it disfavours it, each filter on its own scale.
std::string patch_figure(const PatchFilters& filters, std::size_t columns = 16);

}  // namespace bitbasin
