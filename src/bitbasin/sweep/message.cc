// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/message.h"

#include <algorithm>

#include "bitbasin/base/error.h"
#include "bitbasin/data/binary_fields.h"

namespace bitbasin {
namespace {

BinaryWriter begin(MessageKind kind) {
  BinaryWriter writer;
  writer.put(static_cast<std::uint8_t>(kind));
  return writer;
}

// A message after its first byte.
class Fields {
 public:
  Fields(std::string_view message, MessageKind kind)
      : bytes_(message, "message", std::max(message.size(), ByteReader::kMinimumBufferBytes)),
        fields_(bytes_) {
    const auto first = fields_.take<std::uint8_t>();
    if (first != static_cast<std::uint8_t>(kind)) {
      bytes_.fail_here("expected the kind {}, got {}", static_cast<char>(kind), in_quotes(first));
    }
  }
  BinaryReader* operator->() { return &fields_; }

  bool take_bool(std::string_view name) { return fields_.take_within<std::uint8_t>(name, 0, 1) != 0; }
  // A list: memory grows with what arrives, not with the claimed length.
  template <class T, class Take>
  std::vector<T> take_list(Take&& take) {
    std::vector<T> list;
    for (auto left = fields_.take<std::uint32_t>(); left > 0; --left) list.push_back(take());
    bytes_.expect_end();
    return list;
  }
  // Nothing may be left at the end.
  template <class T>
  T last(T value) {
    bytes_.expect_end();
    return value;
  }

 private:
  ByteReader bytes_;
  BinaryReader fields_;
};

constexpr std::uint8_t kUnknown = 2;  // a value of `solved` besides 0 and 1
constexpr std::uint32_t kMostThreads = 1 << 16;

void put_cell(BinaryWriter& writer, const Cell& cell) {
  writer.put_text(cell.task.kind->name);
  writer.put_text(identity(cell.task));
  writer.put_text(cell.task.parameters.dump());
  writer.put_text(cell.task.algorithm);
  writer.put_text(cell.task.error);
  writer.put_text(cell.label);
  writer.put(cell.rule.first);
  writer.put(cell.rule.most);
  writer.put(static_cast<std::uint8_t>(cell.rule.interval.has_value()));
  writer.put(cell.rule.interval.value_or(0));
}

Cell take_cell(Fields& fields) {
  Cell cell;
  cell.task.kind = &task_kind(fields->take_text());
  const std::string sent = fields->take_text();
  cell.task.parameters = Json::parse(fields->take_text()).value_or(nullptr);
  if (!cell.task.parameters.is_object() || identity(cell.task) != sent) {
    fail(
        "message: expected a task of {} as this program knows it, but the sending rank knows another; all "
        "ranks must run the same version",
        cell.task.kind->name);
  }
  cell.task.algorithm = fields->take_text();
  cell.task.error = fields->take_text();
  cell.label = fields->take_text();
  cell.rule.first = fields->take<std::uint64_t>();
  cell.rule.most = fields->take<std::uint64_t>();
  const bool has_interval = fields.take_bool("whether there is an interval");
  const auto interval = fields->take<double>();
  if (has_interval) cell.rule.interval = interval;
  return cell;
}

void put_ref(BinaryWriter& writer, const TaskRef& ref) {
  writer.put(ref.cell);
  writer.put(ref.instance);
}

TaskRef take_ref(Fields& fields, const SweepPlan& plan) {
  const auto cells = static_cast<std::uint32_t>(plan.cells.size());
  if (cells == 0) fail("message: expected no task without a cell, got one");
  const auto cell = fields->take_within<std::uint32_t>("the number of a cell", 0, cells - 1);
  const auto instance = fields->take<std::uint64_t>();
  return {cell, instance};
}

}  // namespace

MessageKind kind_of(std::string_view message) {
  constexpr std::string_view kKinds = "phtrafsb";
  if (message.empty() || kKinds.find(message[0]) == std::string_view::npos) {
    fail("message: expected one of the kinds {}; got {}", kKinds, in_quotes(message.substr(0, 1)));
  }
  return static_cast<MessageKind>(message[0]);
}

std::string plan_message(const SweepPlan& plan) {
  BinaryWriter writer = begin(MessageKind::plan);
  writer.put_text(plan.file);
  writer.put_text(plan.text);
  writer.put(plan.seed);
  writer.put(static_cast<std::uint32_t>(plan.cells.size()));
  for (const Cell& cell : plan.cells) put_cell(writer, cell);
  return writer.bytes();
}

SweepPlan read_plan_message(std::string_view message) {
  Fields fields(message, MessageKind::plan);
  SweepPlan plan;
  plan.file = fields->take_text();
  plan.text = fields->take_text();
  plan.seed = fields->take<std::uint64_t>();
  plan.cells = fields.take_list<Cell>([&] { return take_cell(fields); });
  return plan;
}

std::string hello_message(int threads) {
  BinaryWriter writer = begin(MessageKind::hello);
  writer.put(static_cast<std::uint32_t>(threads));
  return writer.bytes();
}

int read_hello_message(std::string_view message) {
  Fields fields(message, MessageKind::hello);
  return static_cast<int>(
      fields.last(fields->take_within<std::uint32_t>("the number of threads", 1, kMostThreads)));
}

std::string tasks_message(std::span<const TaskRef> tasks) {
  BinaryWriter writer = begin(MessageKind::tasks);
  writer.put(static_cast<std::uint32_t>(tasks.size()));
  for (const TaskRef& ref : tasks) put_ref(writer, ref);
  return writer.bytes();
}

std::vector<TaskRef> read_tasks_message(const SweepPlan& plan, std::string_view message) {
  Fields fields(message, MessageKind::tasks);
  return fields.take_list<TaskRef>([&] { return take_ref(fields, plan); });
}

std::string results_message(std::span<const FinishedTask> results) {
  BinaryWriter writer = begin(MessageKind::results);
  writer.put(static_cast<std::uint32_t>(results.size()));
  for (const FinishedTask& task : results) {
    const ResultRow& row = task.row;
    put_ref(writer, task.ref);
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
  Fields fields(message, MessageKind::results);
  return fields.take_list<FinishedTask>([&] {
    FinishedTask task;
    ResultRow& row = task.row;
    task.ref = take_ref(fields, plan);
    row.failed = fields.take_bool("whether a task has failed");
    const auto solved = fields->take_within<std::uint8_t>("whether a task is solved", 0, kUnknown);
    if (solved != kUnknown) row.solved = solved != 0;
    const bool has_alpha = fields.take_bool("whether there is an alpha");
    const auto alpha = fields->take<double>();
    if (has_alpha) row.alpha = alpha;
    row.work = fields->take<std::uint64_t>();
    row.seconds = fields->take<double>();
    row.identity = fields->take_text();
    row.error = fields->take_text();
    row.parameters = fields->take_text();
    row.result = fields->take_text();
    const Cell& cell = plan.cells[task.ref.cell];
    set_cell_columns(cell, row);
    if (cell.task.seed()) row.seed = static_cast<std::int64_t>(cell.first_seed() + task.ref.instance);
    return task;
  });
}

std::string failed_message(std::string_view sentence) {
  BinaryWriter writer = begin(MessageKind::failed);
  writer.put_text(sentence);
  return writer.bytes();
}

std::string read_failed_message(std::string_view message) {
  Fields fields(message, MessageKind::failed);
  return fields.last(fields->take_text());
}

std::string plain_message(MessageKind kind) {
  return begin(kind).bytes();
}

}  // namespace bitbasin
