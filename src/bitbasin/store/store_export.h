// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bitbasin/base/run_control.h"
#include "bitbasin/data/byte_sink.h"
#include "bitbasin/store/store.h"

namespace bitbasin {

// All results, in the order in which they were stored, with the run that each came from. A unit of work is a
// row.

// One JSON object per line; parameters and result are objects in it.
void export_json_lines(Store& store, const ByteSink& sink, RunControl& control);

// One line of names, then one line per result: the columns of the table, those of the run, then every other
// plain parameter and key of a result, empty if a task has none (RFC 4180).
void export_csv(Store& store, const ByteSink& sink, RunControl& control);

// A field of CSV, quoted if it contains a comma, a quote or a line end.
std::string csv_field(std::string_view text);

}  // namespace bitbasin
