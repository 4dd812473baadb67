// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/report/trace_figure.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "bitbasin/base/parse_number.h"
#include "bitbasin/base/split.h"
#include "bitbasin/plot/line_chart.h"

namespace bitbasin {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct Table {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;  // NaN where an entry is empty

  const std::vector<double>* find(std::string_view name) const {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? nullptr : &columns[static_cast<std::size_t>(found - names.begin())];
  }
};

// The next line without its end; false where there is none.
bool take_line(ByteReader& reader, std::string& line) {
  line.clear();
  int c = reader.get();
  if (c == ByteReader::kEnd) return false;
  for (; c != '\n' && c != ByteReader::kEnd; c = reader.get()) line += static_cast<char>(c);
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

Table parse_table(ByteReader& reader) {
  Table table;
  std::string line;
  take_line(reader, line);
  for (const std::string_view name : split(line, ',')) table.names.emplace_back(name);
  for (const char* needed : {"iteration", "errors"}) {
    if (std::ranges::find(table.names, needed) != table.names.end()) continue;
    reader.fail_line("expected the names of a trace's columns, {} among them, got {}", needed,
                     in_quotes(line));
  }
  table.columns.resize(table.names.size());
  while (take_line(reader, line)) {
    const auto entries = split(line, ',');
    if (entries.size() != table.names.size()) {
      reader.fail_line("expected {} entries, got {}", table.names.size(), entries.size());
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
      table.columns[i].push_back(entries[i].empty() ? kNone
                                                    : parse_number<double>(table.names[i], entries[i]));
    }
  }
  return table;
}

// A figure shows no more than this of a long run.
constexpr std::size_t kMostPoints = 2000;

struct Column {
  const char* name;
  const char* label;
};

LineChart chart_of(const Table& table, std::string title, std::string y_label,
                   std::initializer_list<Column> shown) {
  LineChart chart{
      .title = std::move(title), .x_label = "iteration", .y_label = std::move(y_label), .series = {}};
  const std::vector<double>& iteration = *table.find("iteration");
  const std::size_t every = iteration.size() / kMostPoints + 1;
  for (const Column& column : shown) {
    const std::vector<double>* values = table.find(column.name);
    if (values == nullptr) continue;
    Series series{.label = column.label, .points = {}, .color = static_cast<int>(chart.series.size())};
    bool any = false;
    for (std::size_t i = 0; i < iteration.size(); ++i) {
      if (i % every != 0 && i + 1 != iteration.size()) continue;
      series.points.emplace_back(iteration[i], (*values)[i]);
      any = any || (*values)[i] == (*values)[i];
    }
    if (any) chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

std::string trace_figure(ByteReader& trace) {
  const Table table = parse_table(trace);
  if (table.columns[0].empty()) trace.fail_here("expected a trace of one iteration or more, got none");
  std::vector<LineChart> charts = {
      chart_of(table, "errors", "patterns", {{"errors", "errors"}}),
      chart_of(table, "messages", "", {{"overlap", "overlap q"}, {"distance", "distance from reference"}}),
      chart_of(table, "couplings", "", {{"reinforcement", "r"}, {"gamma", "gamma"}, {"margin", "margin"}}),
      chart_of(table, "entropy per weight", "nats", {{"local_entropy", "local entropy"}}),
  };
  std::erase_if(charts, [](const LineChart& chart) { return chart.series.empty(); });
  return to_svg(charts);
}

}  // namespace bitbasin
