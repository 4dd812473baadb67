// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/store/row.h"

namespace SQLite {
class Database;
}

namespace bitbasin {

struct StoreOptions {
  double lock_timeout = 10;  // seconds to wait for another process
};

// What a store knows about a task.
struct KnownResult {
  bool failed = false;
  std::optional<bool> solved;
};

struct StoreCounts {
  std::uint64_t tasks = 0;
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
  std::uint64_t runs = 0;
};

// The tasks that differ only in their seed.
struct CellCounts {
  std::string cell;
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
  std::uint64_t tried = 0;  // done, and there was something to solve
  std::uint64_t solved = 0;
  double seconds = 0;  // mean of those done
};

struct SizeSeconds {
  std::optional<std::int64_t> n;
  std::optional<double> alpha;
  double seconds = 0;  // mean
};

// The results of tasks in one file that survives crashes: SQLite with a write-ahead log, where each batch of
// results is one transaction that is on the disk when add() returns. Several processes may use a store at
// once. Each object belongs to one thread.
class Store {
 public:
  // Opens a store for writing. Creates it if there is none, upgrades an older version, and checks all of it
  // for damage.
  static Store open(const std::string& path, const StoreOptions& options = {});
  // Opens one that must exist, for reading only.
  static Store read(const std::string& path, const StoreOptions& options = {});

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  const std::string& path() const { return path_; }

  // The number of the run, which its results refer to; a run that is already there keeps its number.
  std::int64_t add_run(const RunRecord& run);
  // Adds all rows or, on an error, none. A task that is already there stays as it was, unless it had failed
  // and is now done. Returns how many rows are new or better.
  std::uint64_t add(std::span<const ResultRow> rows, std::int64_t run);
  // The same for rows of several runs.
  std::uint64_t add(std::span<const ResultRow> rows, std::span<const std::int64_t> runs);

  std::optional<KnownResult> find(std::string_view identity);
  std::optional<std::string> result_of(std::string_view identity);  // of a done task
  // Whether another process has written since the last call.
  bool changed_by_others();

  StoreCounts counts();
  std::vector<CellCounts> cells();
  std::vector<SizeSeconds> seconds_of(std::string_view kind, std::string_view algorithm);
  std::vector<std::string> failures(std::size_t most);  // "cell, seed 3: message", the newest first

  void each_run(const std::function<void(std::int64_t, const RunRecord&)>& visit);
  // In the order in which they were stored.
  void each_result(const std::function<void(const ResultRow&, std::int64_t run)>& visit);

  SQLite::Database& database() { return *database_; }
  double lock_timeout() const { return options_.lock_timeout; }

 private:
  struct Statements;
  Store(std::string path, const StoreOptions& options);

  std::string path_;
  StoreOptions options_;
  std::unique_ptr<SQLite::Database> database_;
  std::unique_ptr<Statements> statements_;
  int data_version_ = 0;
};

}  // namespace bitbasin
