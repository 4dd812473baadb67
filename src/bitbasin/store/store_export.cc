// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/store/store_export.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "bitbasin/json/json.h"
#include "bitbasin/store/sqlite_error.h"

namespace bitbasin {
namespace {

constexpr std::size_t kBlock = 1 << 16;  // bytes that go to the sink at once

std::string json_text(const std::string& text) {
  return Json(text).dump();
}

template <class T>
std::string text_or(const std::optional<T>& value, std::string_view otherwise) {
  return value ? fmt::format("{}", *value) : std::string(otherwise);
}

std::map<std::int64_t, RunRecord> all_runs(Store& store) {
  std::map<std::int64_t, RunRecord> runs;
  store.each_run([&](std::int64_t id, const RunRecord& run) { runs[id] = run; });
  return runs;
}

std::string json_line(const ResultRow& row, const RunRecord& run) {
  return fmt::format(
      R"({{"identity":"{}","cell":{},"kind":{},"algorithm":{},"n":{},"alpha":{},"seed":{},"status":"{}",)"
      R"("solved":{},"work":{},"seconds":{},"error":{},"parameters":{},"result":{},"started":{},)"
      R"("version":{},"commit":{},"simd":{},"cpu":{}}})"
      "\n",
      row.identity, json_text(row.cell), json_text(row.kind),
      row.algorithm.empty() ? "null" : json_text(row.algorithm), text_or(row.n, "null"),
      text_or(row.alpha, "null"), text_or(row.seed, "null"), row.failed ? "failed" : "done",
      text_or(row.solved, "null"), row.work, row.seconds, row.failed ? json_text(row.error) : "null",
      row.parameters, row.result.empty() ? "null" : row.result, json_text(run.started),
      json_text(run.version), json_text(run.commit), json_text(run.simd), json_text(run.cpu));
}

constexpr std::string_view kColumns[] = {"identity", "cell",    "kind",   "algorithm", "n",       "alpha",
                                         "seed",     "status",  "solved", "work",      "seconds", "error",
                                         "started",  "version", "commit", "simd",      "cpu"};

std::string csv_columns(const ResultRow& row, const RunRecord& run) {
  const std::string solved = row.solved ? (*row.solved ? "1" : "0") : "";
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", row.identity, csv_field(row.cell),
                     csv_field(row.kind), csv_field(row.algorithm), text_or(row.n, ""),
                     text_or(row.alpha, ""), text_or(row.seed, ""), row.failed ? "failed" : "done", solved,
                     row.work, row.seconds, csv_field(row.error), csv_field(run.started),
                     csv_field(run.version), csv_field(run.commit), csv_field(run.simd), csv_field(run.cpu));
}

// The names of plain values in a column of JSON objects, in the order in which they occur.
std::vector<std::string> plain_keys(Store& store, const char* column) {
  return with_store_errors(store.path(), store.lock_timeout(), [&] {
    SQLite::Statement query(store.database(), fmt::format(R"sql(
        select e.key from result, json_each(result.{0}) as e
        where result.{0} is not null and e.type not in ('array', 'object')
        group by e.key order by min(result.id), min(e.id))sql",
                                                          column));
    std::vector<std::string> keys;
    while (query.executeStep()) keys.push_back(query.getColumn(0).getString());
    return keys;
  });
}

std::string plain_text(const Json& object, const std::string& key) {
  const Json* found = object.find(key);
  if (!found || found->is_null()) return "";
  if (found->is_boolean()) return found->get<bool>() ? "1" : "0";
  return found->is_string() ? csv_field(found->get<std::string>()) : found->dump();
}

void put(std::string& pending, const ByteSink& sink, std::string_view line) {
  pending += line;
  if (pending.size() < kBlock) return;
  sink(pending);
  pending.clear();
}

}  // namespace

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

void export_json_lines(Store& store, const ByteSink& sink, RunControl& control) {
  const auto runs = all_runs(store);
  std::string pending;
  store.each_result([&](const ResultRow& row, std::int64_t run) {
    if (control.spend(1)) put(pending, sink, json_line(row, runs.at(run)));
  });
  sink(pending);
}

void export_csv(Store& store, const ByteSink& sink, RunControl& control) {
  const auto runs = all_runs(store);
  std::vector<std::string> parameters, keys;
  const auto covered = [&](const std::string& key) {
    return std::ranges::find(kColumns, key) != std::end(kColumns) ||
           std::ranges::find(parameters, key) != parameters.end();
  };
  for (const std::string& key : plain_keys(store, "parameters")) {
    if (!covered(key)) parameters.push_back(key);
  }
  for (const std::string& key : plain_keys(store, "result")) {
    if (!covered(key)) keys.push_back(key);
  }
  std::string line;
  for (const std::string_view name : kColumns) line += (line.empty() ? "" : ",") + std::string(name);
  for (const std::string& key : parameters) line += "," + csv_field(key);
  for (const std::string& key : keys) line += "," + csv_field(key);
  std::string pending = line + "\n";
  store.each_result([&](const ResultRow& row, std::int64_t run) {
    if (!control.spend(1)) return;
    const Json given = Json::parse(row.parameters).value_or(nullptr);
    const Json answer = Json::parse(row.result).value_or(nullptr);
    line = csv_columns(row, runs.at(run));
    for (const std::string& key : parameters) line += "," + plain_text(given, key);
    for (const std::string& key : keys) line += "," + plain_text(answer, key);
    put(pending, sink, line + "\n");
  });
  sink(pending);
}

}  // namespace bitbasin
