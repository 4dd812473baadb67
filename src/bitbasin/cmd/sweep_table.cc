// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/sweep_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "bitbasin/base/statistics.h"

namespace bitbasin {
namespace {

std::string solved_text(const CellRow& row) {
  if (row.tried == 0) return "";
  const Interval interval = wilson_interval(row.solved, row.tried);
  return fmt::format("{:>7.3f} [{:.3f}, {:.3f}]",
                     static_cast<double>(row.solved) / static_cast<double>(row.tried), interval.low,
                     interval.high);
}

}  // namespace

std::vector<std::string> table_lines(const std::vector<CellRow>& rows, bool planned) {
  std::size_t width = 4;
  for (const CellRow& row : rows) width = std::max(width, row.cell.size());
  const auto waiting = [planned](const std::string& text) {
    return planned ? fmt::format(" {:>7}", text) : std::string();
  };
  std::vector<std::string> lines = {fmt::format("{:<{}}{} {:>7} {:>7} {:>7} {}", "cell", width,
                                                waiting("to do"), "done", "failed", "solved", "95 percent")};
  for (const CellRow& row : rows) {
    lines.push_back(fmt::format("{:<{}}{} {:>7} {:>7} {}", row.cell, width,
                                waiting(fmt::format("{}", row.waiting)), row.done, row.failed,
                                solved_text(row)));
  }
  return lines;
}

Json to_json(const CellRow& row) {
  const bool known = row.tried > 0;
  const Interval interval = known ? wilson_interval(row.solved, row.tried) : Interval{0, 1};
  return {{"cell", row.cell},
          {"waiting", row.waiting},
          {"done", row.done},
          {"failed", row.failed},
          {"tried", row.tried},
          {"solved", row.solved},
          {"low", known ? Json(interval.low) : Json()},
          {"high", known ? Json(interval.high) : Json()}};
}

}  // namespace bitbasin
