// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/sweep/plan.h"

namespace bitbasin {

// What the master, rank 0, and the other ranks tell each other. The first byte says which it is.
//
//   plan     to a rank, first: every cell of the plan
//   hello    to the master: how many threads the rank has
//   tasks    to a rank: cell and instance of each, 12 bytes
//   results  to the master: identity, parameters and result of each task, about a kilobyte
//   alive    to both: only that the sender is alive
//   failed   to the master: the sentence that ends the rank, and the sweep
//   stop     to a rank: no more tasks
//   bye      to the master: all results are sent
//
// Anything else is refused with an Error.
enum class MessageKind : std::uint8_t {
  plan = 'p',
  hello = 'h',
  tasks = 't',
  results = 'r',
  alive = 'a',
  failed = 'f',
  stop = 's',
  bye = 'b'
};

MessageKind kind_of(std::string_view message);

// A cell travels as what defines it: kind, parameters and stop rule. Fails if it makes another task than at
// the sender, which must then be another version.
std::string plan_message(const SweepPlan& plan);
SweepPlan read_plan_message(std::string_view message);

std::string hello_message(int threads);
int read_hello_message(std::string_view message);

std::string tasks_message(std::span<const TaskRef> tasks);
std::vector<TaskRef> read_tasks_message(const SweepPlan& plan, std::string_view message);

// Columns that follow from the cell are left out, and filled in by the reader.
std::string results_message(std::span<const FinishedTask> results);
std::vector<FinishedTask> read_results_message(const SweepPlan& plan, std::string_view message);

std::string failed_message(std::string_view sentence);
std::string read_failed_message(std::string_view message);

// For the kinds without content: alive, stop, bye.
std::string plain_message(MessageKind kind);

}  // namespace bitbasin
