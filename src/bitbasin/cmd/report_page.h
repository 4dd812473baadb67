// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/reproduce/results.h"
#include "bitbasin/store/store.h"
#include "bitbasin/terminal/command.h"

namespace bitbasin {

// Whether this program was built with its page.
bool has_page();

// Writes the page of a store to a file that appears whole or not at all.
void write_report(Store& store, const Results& results, const std::string& path);

}  // namespace bitbasin
