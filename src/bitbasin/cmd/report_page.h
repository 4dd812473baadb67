// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "bitbasin/reproduce/reproduction.h"
#include "bitbasin/reproduce/results.h"
#include "bitbasin/store/store.h"

namespace bitbasin {

// Whether this program was built with its page.
bool has_page();

// Writes the page of a store, with the claims of a reproduction if there was one, to a file that appears
// whole or not at all.
void write_report(Store& store, const Results& results, const std::optional<JudgedReproduction>& reproduction,
                  const std::string& path);

}  // namespace bitbasin
