// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/store/store_merge.h"

#include <fmt/format.h>

#include <map>
#include <vector>

namespace bitbasin {

MergeCounts merge_store(Store& from, Store& into, RunControl& control) {
  constexpr std::size_t kBatch = 5000;
  MergeCounts counts;
  std::map<std::int64_t, std::int64_t> run_of;  // the source's number of a run to ours
  from.each_run([&](std::int64_t id, const RunRecord& run) { run_of[id] = into.add_run(run); });
  std::vector<ResultRow> rows;
  std::vector<std::int64_t> runs;
  const auto flush = [&] {
    counts.added += into.add(rows, runs);
    rows.clear();
    runs.clear();
  };
  from.each_result([&](const ResultRow& row, std::int64_t run) {
    if (!control.spend(1)) return;
    ++counts.rows;
    if (!row.failed) {
      const auto ours = into.result_of(row.identity);
      if (ours && *ours != row.result && counts.different++ == 0) {
        counts.first_different = row.cell + (row.seed ? fmt::format(", seed {}", *row.seed) : "");
      }
    }
    rows.push_back(row);
    runs.push_back(run_of.at(run));
    if (rows.size() == kBatch) flush();
  });
  flush();
  return counts;
}

}  // namespace bitbasin
