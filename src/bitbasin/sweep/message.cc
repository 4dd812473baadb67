// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/message.h"

#include <algorithm>

#include "bitbasin/data/binary_fields.h"
#include "bitbasin/sweep/sweep_file.h"

namespace bitbasin {
namespace {

BinaryWriter begin(MessageKind kind) {
  BinaryWriter writer;
  writer.put(static_cast<std::uint8_t>(kind));
  return writer;
}

// A message behind its first byte.
class Fields {
 public:
  explicit Fields(std::string_view message)
      : bytes_(message, "message", std::max(message.size(), ByteReader::kMinimumBufferBytes)),
        fields_(bytes_) {
    fields_.take<std::uint8_t>();
  }
  BinaryReader* operator->() { return &fields_; }

 private:
  ByteReader bytes_;
  BinaryReader fields_;
};

constexpr std::uint8_t kUnknown = 2;  // of `solved`, beside 0 and 1

}  // namespace

MessageKind kind_of(std::string_view message) {
  return static_cast<MessageKind>(message.empty() ? 0 : message[0]);
}

std::string plan_message(const SweepPlan& plan) {
  BinaryWriter writer = begin(MessageKind::plan);
  writer.put_text(plan.file);
  writer.put_text(plan.text);
  return writer.bytes();
}

SweepPlan read_plan_message(std::string_view message) {
  Fields fields(message);
  const std::string file = fields->take_text();
  return parse_sweep(file, fields->take_text());
}

std::string hello_message(int threads) {
  BinaryWriter writer = begin(MessageKind::hello);
  writer.put(static_cast<std::uint32_t>(threads));
  return writer.bytes();
}

int read_hello_message(std::string_view message) {
  return static_cast<int>(Fields(message)->take<std::uint32_t>());
}

std::string tasks_message(std::span<const TaskRef> tasks) {
  BinaryWriter writer = begin(MessageKind::tasks);
  writer.put(static_cast<std::uint32_t>(tasks.size()));
  for (const TaskRef& ref : tasks) {
    writer.put(ref.cell);
    writer.put(ref.instance);
  }
  return writer.bytes();
}

std::vector<TaskRef> read_tasks_message(std::string_view message) {
  Fields fields(message);
  std::vector<TaskRef> tasks(fields->take<std::uint32_t>());
  for (TaskRef& ref : tasks) {
    ref.cell = fields->take<std::uint32_t>();
    ref.instance = fields->take<std::uint64_t>();
  }
  return tasks;
}

std::string results_message(std::span<const FinishedTask> results) {
  BinaryWriter writer = begin(MessageKind::results);
  writer.put(static_cast<std::uint32_t>(results.size()));
  for (const FinishedTask& task : results) {
    const ResultRow& row = task.row;
    writer.put(task.ref.cell);
    writer.put(task.ref.instance);
    writer.put(static_cast<std::uint8_t>(row.failed));
    writer.put(row.solved ? static_cast<std::uint8_t>(*row.solved) : kUnknown);
    writer.put(static_cast<std::uint8_t>(row.alpha.has_value()));
    writer.put(row.alpha.value_or(0));
    writer.put(row.work);
    writer.put(row.seconds);
    writer.put_text(row.identity);
    writer.put_text(row.error);
    writer.put_text(row.parameters);
    writer.put_text(row.result);
  }
  return writer.bytes();
}

std::vector<FinishedTask> read_results_message(const SweepPlan& plan, std::string_view message) {
  Fields fields(message);
  std::vector<FinishedTask> results(fields->take<std::uint32_t>());
  for (FinishedTask& task : results) {
    ResultRow& row = task.row;
    task.ref.cell = fields->take<std::uint32_t>();
    task.ref.instance = fields->take<std::uint64_t>();
    row.failed = fields->take<std::uint8_t>() != 0;
    const auto solved = fields->take<std::uint8_t>();
    if (solved != kUnknown) row.solved = solved != 0;
    const bool has_alpha = fields->take<std::uint8_t>() != 0;
    const auto alpha = fields->take<double>();
    if (has_alpha) row.alpha = alpha;
    row.work = fields->take<std::uint64_t>();
    row.seconds = fields->take<double>();
    row.identity = fields->take_text();
    row.error = fields->take_text();
    row.parameters = fields->take_text();
    row.result = fields->take_text();
    const Cell& cell = plan.cells.at(task.ref.cell);
    set_cell_columns(cell, row);
    if (cell.task.seed()) row.seed = static_cast<std::int64_t>(cell.first_seed() + task.ref.instance);
  }
  return results;
}

std::string plain_message(MessageKind kind) {
  return begin(kind).bytes();
}

}  // namespace bitbasin
