// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/cmd/store_flags.h"
#include "bitbasin/cmd/sweep_estimate.h"
#include "bitbasin/cmd/sweep_ranks.h"
#include "bitbasin/cmd/sweep_table.h"
#include "bitbasin/ranks/launcher.h"
#include "bitbasin/sweep/sweep_file.h"
#include "bitbasin/sweep/sweep_run.h"

namespace bitbasin {
namespace {

// A sweep to start from, small enough to finish in a second.
constexpr std::string_view kExample =
    R"toml(# How often do two solvers find a solution? Each [[sweep]] is all combinations of its values.
seed = 1                        # of the first instance of a cell; the others count up from it

[[sweep]]
kind = "solve perceptron"       # what `bitbasin solve perceptron` does
n = 201
alpha = [0.5, 0.6, 0.7]         # or "0.5:0.7:3", FIRST:LAST:COUNT
algorithm = ["rbp", "sbpi"]     # spec strings: "rbp:margin=0" is another algorithm
budget = 1_000_000              # in units of work, never in seconds
instances = 10                  # or until this is known well enough: interval = 0.2
)toml";

struct Sweep {
  std::string file;
  StoreFlags store;
  bool dry_run = false;
  bool retry_failed = false;
  bool example = false;
  std::function<bool()> seed_given;
};

CellRow cell_row(const Cell& cell, const CellState& state) {
  return {cell.label, state.waiting, state.done, state.failed, state.tried, state.solved};
}

// At most the given number of lines; cells that are running come first.
std::vector<std::string> live_table(const SweepPlan& plan, const Scheduler& scheduler, std::size_t most) {
  std::vector<CellRow> rows;
  const auto& cells = scheduler.cells();
  for (const bool busy : {true, false}) {
    for (std::size_t c = 0; c < cells.size() && rows.size() + 1 < most; ++c) {
      const bool is_busy = cells[c].waiting > 0 && cells[c].done + cells[c].failed > 0;
      if (is_busy == busy) rows.push_back(cell_row(plan.cells[c], cells[c]));
    }
  }
  return table_lines(rows, true);
}

void report_end(const SweepPlan& plan, const SweepEnd& end, Session& session) {
  std::vector<CellRow> rows;
  Json cells = Json::array();
  for (std::size_t c = 0; c < plan.cells.size(); ++c) {
    rows.push_back(cell_row(plan.cells[c], end.cells[c]));
    cells.push_back(to_json(rows.back()));
  }
  for (const std::string& line : table_lines(rows, true)) session.output.note("{}", line);
  session.output.line("{}: {} done, {} failed, {} remaining; {} stored before", counted(end.tasks, "task"),
                      end.done, end.failed, end.remaining, end.known_before);
  Json& result = session.output.result;
  result["file"] = plan.file;
  result["seed"] = plan.seed;
  result["tasks"] = end.tasks;
  result["done"] = end.done;
  result["failed"] = end.failed;
  result["remaining"] = end.remaining;
  result["known_before"] = end.known_before;
  result["cells"] = std::move(cells);
}

ExitCode sweep(const Sweep& flags, Session& session) {
  if ((flags.example || flags.dry_run) && launched_rank() > 0) return kDone;  // rank 0 answers alone
  if (flags.example) {
    session.output.text(kExample);
    session.output.result["text"] = kExample;
    return session.finish(StopReason::none);
  }
  RunControl control =
      session.control();  // from here on signals and the time limit end the sweep in good order
  SweepRanks ranks = flags.dry_run ? SweepRanks() : join_ranks(session, control);
  if (ranks.served) return kDone;
  if (flags.seed_given()) fail("the seed of a sweep belongs in its file, not in --seed");
  if (flags.file.empty()) fail("expected a sweep file, got none; see bitbasin sweep --example");
  if (flags.store.path.empty() && !flags.dry_run)
    fail("--store is required: the file that receives the results");
  const SweepPlan plan = read_sweep(flags.file);
  if (flags.dry_run) return show_estimate(plan, flags.store, flags.retry_failed, session);

  Store store = Store::open(flags.store.path, flags.store.options());
  SweepSetup setup{.threads = ranks.threads, .retry_failed = flags.retry_failed, .ranks = ranks.transport()};
  setup.on_progress = [&](const Scheduler& scheduler) {
    session.above_progress = [&](std::size_t most) { return live_table(plan, scheduler, most); };
    const std::string detail = fmt::format("{} failed", scheduler.failed());
    control.report({"tasks", scheduler.done() + scheduler.failed(), scheduler.tasks(),
                    std::numeric_limits<double>::quiet_NaN(), detail});
  };
  const SweepEnd end = run_sweep(plan, store, setup, control);
  ranks.finish();
  session.above_progress = {};
  report_end(plan, end, session);
  if (end.failed > 0) {
    for (const std::string& line : store.failures(3)) session.output.note("failed: {}", line);
  }
  session.output.result["threads"] = ranks.threads;
  session.output.result["ranks"] = ranks.size();
  session.output.result["store"] = flags.store.path;
  const ExitCode code = session.finish(control.stop_reason());
  return code == kDone && (end.failed > 0 || end.remaining > 0) ? kNotSolved : code;
}

}  // namespace

void add_sweep(Command& root) {
  const auto flags = std::make_shared<Sweep>();
  Command command = root.add_command(
      "sweep",
      "run many tasks on threads or MPI ranks and store their results; rerun the same command to resume",
      {"bitbasin sweep --example > small.toml", "bitbasin sweep small.toml --store runs.db --dry-run",
       "bitbasin sweep small.toml --store runs.db", "bitbasin sweep small.toml --store runs.db --json",
       "bitbasin store status --store runs.db"},
      [flags](Session& session) { return sweep(*flags, session); });
  command.add_file("FILE", flags->file, "sweep file, TOML");
  add_store_flags(command, flags->store);
  command.add_switch("--dry-run", flags->dry_run, "show the cells, what remains and an estimate of the time");
  command.add_switch("--retry-failed", flags->retry_failed, "run failed tasks again");
  flags->seed_given = [command] { return command.given("--seed"); };
  command.add_switch("--example", flags->example, "print a sweep file to start from");
}

}  // namespace bitbasin
