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
//   plan     to a rank, first: name and text of the sweep file
//   hello    to the master: how many threads the rank has
//   tasks    to a rank: cell and instance of each, 12 bytes
//   results  to the master: identity, parameters and result of each task, about a kilobyte
//   stop     to a rank: no more tasks
//   bye      to the master: all results are sent
enum class MessageKind : std::uint8_t {
  plan = 'p',
  hello = 'h',
  tasks = 't',
  results = 'r',
  stop = 's',
  bye = 'b'
};

MessageKind kind_of(std::string_view message);

std::string plan_message(const SweepPlan& plan);
SweepPlan read_plan_message(std::string_view message);

std::string hello_message(int threads);
int read_hello_message(std::string_view message);

std::string tasks_message(std::span<const TaskRef> tasks);
std::vector<TaskRef> read_tasks_message(std::string_view message);

// Columns that follow from the cell are left out, and filled in by the reader.
std::string results_message(std::span<const FinishedTask> results);
std::vector<FinishedTask> read_results_message(const SweepPlan& plan, std::string_view message);

std::string plain_message(MessageKind kind);

}  // namespace bitbasin
