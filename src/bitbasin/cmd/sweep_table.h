// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bitbasin/json/json.h"

namespace bitbasin {

// A row of the table that `sweep` and `store status` show: what is known of a cell.
struct CellRow {
  std::string cell;
  std::uint64_t waiting = 0;
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
  std::uint64_t tried = 0;
  std::uint64_t solved = 0;
};

// A line of names, then a line for each cell: counts, the fraction that was solved and its 95 percent
// interval.
// `planned`: with the tasks that wait.
std::vector<std::string> table_lines(const std::vector<CellRow>& rows, bool planned);

// The same by keys.
Json to_json(const CellRow& row);

}  // namespace bitbasin
