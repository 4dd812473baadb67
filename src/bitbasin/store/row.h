// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace bitbasin {

// A run is one start of `sweep` or `reproduce` on a store, by one process or all ranks of one mpirun. This is
// what is recorded about it: it never affects the result of a task, but helps to find out why one failed.
struct RunRecord {
  std::string identity;  // random, so that merged stores can tell runs apart
  std::string started;   // UTC, as 2026-01-31T12:00:00Z
  std::string version;
  std::string commit;
  std::string simd;
  std::string cpu;
  int threads = 1;  // of each rank
  int ranks = 1;
  std::uint64_t seed = 0;
  std::string file;  // the sweep file's name and its text
  std::string plan;
};

// The outcome of a task. Columns other than identity, parameters and result exist for queries.
struct ResultRow {
  std::string identity;
  std::string cell;  // in words, what the task shares with those that differ only in their seed
  std::string kind;
  std::string algorithm;  // the shortest spec; empty: none
  std::optional<std::int64_t> n;
  std::optional<double> alpha;  // as requested
  std::optional<std::int64_t> seed;
  bool failed = false;
  std::optional<bool> solved;  // empty if there was nothing to solve
  std::uint64_t work = 0;
  double seconds = 0;
  std::string error;       // of a failed task
  std::string parameters;  // JSON, every one named
  std::string result;      // JSON: the keys of the command; no times in it
};

}  // namespace bitbasin
