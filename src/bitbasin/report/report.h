// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bitbasin/json/json.h"
#include "bitbasin/reproduce/reproduction.h"
#include "bitbasin/reproduce/results.h"
#include "bitbasin/store/store.h"

namespace bitbasin {

// Everything that the page shows of a store: the claims of a reproduction with their verdicts, if there was
// one, charts, pictures, and where all of it comes from. `results` are those of the store. web/src/data.ts is
// the other side of this.
Json report_data(Store& store, const Results& results, const std::optional<JudgedReproduction>& reproduction);

// The page with the data in it. The data cannot end the block that contains them, whatever text they hold.
std::string fill_page(std::string_view page, const Json& data);

// Fails if the page was not built.
void expect_page(std::string_view page);

// Writes the page of a store to a file that appears whole or not at all. `page` is page_template().
void write_report(std::string_view page, Store& store, const Results& results,
                  const std::optional<JudgedReproduction>& reproduction, const std::string& path);

// The same, with the last reproduction requested of the store.
void write_report(std::string_view page, Store& store, const std::string& path);

}  // namespace bitbasin
