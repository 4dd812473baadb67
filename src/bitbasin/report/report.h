// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bitbasin/data/json.h"
#include "bitbasin/reproduce/results.h"
#include "bitbasin/store/store.h"

namespace bitbasin {

// Everything that the page shows of a store: claims with their verdicts as of the store's last reproduction,
// charts, pictures, and where all of it comes from. `results` are those of the store. web/src/data.ts is the
// other side of this.
Json report_data(Store& store, const Results& results);

// The page with the data in it. Whatever the data hold, they stay data: no text of theirs can end the block
// that they are in.
std::string fill_page(std::string_view page, const Json& data);

}  // namespace bitbasin
