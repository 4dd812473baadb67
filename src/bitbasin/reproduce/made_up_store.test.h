// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/reproduce/reproduction.h"
#include "bitbasin/store/store.h"

namespace bitbasin {

// A store with made-up results, so that a test can choose them.
class MadeUpStore {
 public:
  explicit MadeUpStore(const ClaimSetup& setup = {}) : store_(Store::open(folder_.path("runs.db"))) {
    RunRecord run;
    run.identity = "made up";
    run.file = plan_of({setup, {}}).file;
    run.seed = setup.seed;
    run_ = store_.add_run(run);
  }

  Store& store() { return store_; }
  const std::string path() const { return folder_.path("runs.db"); }

  // Stores what `result` says of each instance of a cell.
  void put(const Cell& cell, const std::function<Json(std::uint64_t)>& result, double seconds = 1) {
    std::vector<ResultRow> rows;
    for (std::uint64_t i = 0; i < cell.rule.first; ++i) {
      rows.push_back(row_of(cell, i));
      rows.back().result = result(i).dump();
      rows.back().seconds = seconds;
    }
    store_.add(rows, run_);
  }
  void put(const Cell& cell, const Json& result) {
    put(cell, [&](std::uint64_t) { return result; });
  }
  void put_text(const Cell& cell, const std::string& text) {
    ResultRow row = row_of(cell, 0);
    row.result = text;
    store_.add(std::span(&row, 1), run_);
  }
  void put_failure(const Cell& cell, const std::string& error) {
    ResultRow row = row_of(cell, 0);
    row.failed = true;
    row.error = error;
    store_.add(std::span(&row, 1), run_);
  }

 private:
  static ResultRow row_of(const Cell& cell, std::uint64_t instance) {
    const Task task = task_of(cell, instance);
    ResultRow row;
    row.identity = identity(task);
    row.seed = task.seed();
    row.parameters = task.parameters.dump();
    set_cell_columns(cell, row);
    return row;
  }

  TempFolder folder_;
  Store store_;
  std::int64_t run_ = 0;
};

// The verdict on a claim from such a store.
inline ClaimResult judge_stored(const char* id, MadeUpStore& made_up, const ClaimSetup& setup = {}) {
  return judge(claim(id), setup, Results(made_up.store()));
}

}  // namespace bitbasin
