// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <utility>
#include <vector>

#include "bitbasin/base/read_options.h"

namespace bitbasin {

// Keyword arguments with their values as text.
using Keywords = std::vector<std::pair<std::string, std::string>>;

// Rows of option tables, and of algorithms with options, with the keys of `algorithms --json`.
pybind11::list to_list(const std::vector<OptionRow>& rows);
pybind11::dict to_dict(std::string_view name, std::string_view meaning,
                       const std::vector<OptionRow>& options);

// Fails, with the sentence of the command line, unless the value lies in the range.
double within(std::string_view label, double value, const Range<double>& range);

// The options set by keyword arguments, by the table that the command line uses.
template <class Options>
Options from_keywords(std::string_view name, const OptionTable<Options>& table, const Keywords& keywords,
                      Options options = {}) {
  apply(table, options, Spec{std::string(name), keywords});
  return options;
}

}  // namespace bitbasin
