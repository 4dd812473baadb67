// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/sat/formula.h"

namespace bitbasin {

// The clauses of a large formula in groups, in order: threads compute the messages of a group together, all
// from the same fields, and then add the changes to the fields, each to those of some parts of the variables.
// Only one in a hundred clauses is in a group, so that waiting for the group costs hardly any sweeps.
//
// A task is some clauses of a group, for one thread. The changes of its messages go into the array of the
// group, which holds part after part, and within a part task after task. So threads write and read pieces of
// memory of their own, and a field receives its changes in the order of the clauses, whatever the number of
// threads.
class ClauseGroups {
 public:
  static constexpr std::size_t kManyClauses = std::size_t{1} << 20;

  static constexpr std::size_t kTaskClauses = 512;
  static constexpr std::size_t kMostGroups = 128;
  static constexpr std::size_t kParts = 64;

  // Whether a formula has that many clauses, none of them too long.
  static bool suit(const Formula& formula, std::size_t many_clauses);

  explicit ClauseGroups(const Formula& formula);

  std::size_t tasks() const { return places_.size() / kParts; }
  std::size_t groups() const { return sizes_.size(); }
  // Also of the group, or task, after the last, where the one before ends.
  std::size_t first_task(std::size_t group) const { return std::min(group * group_tasks_, tasks()); }
  std::size_t first_clause(std::size_t task) const { return std::min(task * kTaskClauses, clauses_); }

  std::size_t part(std::uint32_t variable) const { return variable >> shift_; }
  // Where the changes of a task begin in the array of its group, by part.
  std::span<const std::uint32_t, kParts> places(std::size_t task) const {
    return std::span<const std::uint32_t, kParts>(places_.data() + task * kParts, kParts);
  }
  // Where those of a part begin, also of the part after the last.
  std::size_t part_begin(std::size_t group, std::size_t part) const {
    return part < kParts ? places(first_task(group))[part] : sizes_[group];
  }
  // The length of the longest array.
  std::size_t most_changes() const { return *std::ranges::max_element(sizes_); }

 private:
  std::size_t clauses_;
  std::size_t group_tasks_;
  unsigned shift_;
  std::vector<std::uint32_t> places_;  // by task and part
  std::vector<std::uint32_t> sizes_;   // by group
};

}  // namespace bitbasin
