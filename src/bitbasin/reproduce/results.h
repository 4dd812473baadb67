// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "bitbasin/json/json.h"
#include "bitbasin/store/store.h"
#include "bitbasin/sweep/plan.h"

namespace bitbasin {

// A finished task from a store. A store may contain anything, so keys are read by accessors that handle
// missing ones.
struct DoneTask {
  std::string kind;
  std::string algorithm;
  std::optional<std::int64_t> n;
  std::optional<double> alpha;  // as requested
  double seconds = 0;
  std::string origin;  // the command of the run that made it
  Json parameters;
  Json result;

  std::optional<double> number(std::string_view key) const;  // of the result
  std::string parameter(std::string_view key) const;         // as text; empty if there is none
  bool solved() const;
  // The key of the result that counts proposals: an iteration of annealing is a sweep.
  const char* proposals_key() const { return runs_algorithm("sa") ? "work" : "iterations"; }
  // Whether this is the algorithm, with any options.
  bool runs_algorithm(std::string_view name) const;
};

// A number under a key of an object; nothing if it is missing, null or not a number.
std::optional<double> number_in(const Json& object, std::string_view key);

// How many instances of a cell were solved.
struct Success {
  std::uint64_t solved = 0, tried = 0;
};

// Why the results of a cell are not available.
class NotThere : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The whole content of a store, read at once.
class Results {
 public:
  explicit Results(Store& store);

  std::span<const DoneTask> done() const { return tasks_; }
  // Whether the run of that number made any result, even one that failed or cannot be read.
  bool has_of_run(std::int64_t number) const { return runs_.contains(number); }
  std::size_t unreadable() const { return unreadable_; }  // rows that are no JSON

  // All instances of a cell, in the order of their seeds. Throws NotThere unless all are done.
  std::vector<const DoneTask*> of(const Cell& cell) const;
  Success success(const Cell& cell) const;       // of these
  const DoneTask& only(const Cell& cell) const;  // of a cell with one instance

 private:
  std::vector<DoneTask> tasks_;
  std::unordered_map<std::string, std::size_t> done_;      // by identity
  std::unordered_map<std::string, std::string> failures_;  // what failed tasks said, by identity
  std::unordered_set<std::int64_t> runs_;
  std::size_t unreadable_ = 0;
};

}  // namespace bitbasin
