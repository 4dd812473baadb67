// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/sweep_estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/duration.h"
#include "bitbasin/sweep/estimate.h"
#include "bitbasin/sweep/scheduler.h"

namespace bitbasin {
namespace {

std::string_view name_of(CellEstimate::Source source) {
  switch (source) {
    case CellEstimate::Source::stored:
      return "stored";
    case CellEstimate::Source::measured:
      return "measured";
    case CellEstimate::Source::at_least:
      return "at least";
    case CellEstimate::Source::unknown:
      break;
  }
  return "unknown";
}

}  // namespace

ExitCode show_estimate(const SweepPlan& plan, const StoreFlags& flags, bool retry_failed, Session& session) {
  std::optional<Store> store;
  if (!flags.path.empty() && std::filesystem::exists(flags.path)) {
    store = Store::read(flags.path, flags.options());
  }
  const Scheduler scheduler(
      plan,
      [&store](const std::string& identity) {
        return store ? store->find(identity) : std::optional<KnownResult>();
      },
      retry_failed);
  RunLimits limits;
  RunControl control = session.control();
  limits.cancelled = &session.cancelled();
  limits.seconds = session.seconds_left();
  const auto estimates = estimate_cells(plan, scheduler.cells(), store ? &*store : nullptr, limits);

  Json cells = Json::array();
  double total = 0;
  bool known = true, grows = false;
  std::size_t width = 4;
  for (const Cell& cell : plan.cells) width = std::max(width, cell.label.size());
  session.output.line("{:<{}} {:>7} {:>7} {:>12} {}", "cell", width, "tasks", "to do", "s per task",
                      "known from");
  for (std::size_t c = 0; c < plan.cells.size(); ++c) {
    const CellState& state = scheduler.cells()[c];
    const bool failing = !plan.cells[c].task.error.empty();
    total += estimates[c].seconds * static_cast<double>(state.waiting);
    known = known && (state.waiting == 0 || failing || estimates[c].source != CellEstimate::Source::unknown);
    grows = grows || plan.cells[c].rule.interval || estimates[c].source == CellEstimate::Source::at_least;
    const std::string_view source = failing              ? "will fail"
                                    : state.waiting == 0 ? ""
                                                         : name_of(estimates[c].source);
    session.output.line("{:<{}} {:>7} {:>7} {:>12.4g} {}", plan.cells[c].label, width, state.opened,
                        state.waiting, estimates[c].seconds, source);
    if (failing) session.output.line("  {}", plan.cells[c].task.error);
    cells.push_back({{"cell", plan.cells[c].label},
                     {"tasks", state.opened},
                     {"remaining", state.waiting},
                     {"seconds", number_or_null(estimates[c].seconds)},
                     {"source", name_of(estimates[c].source)}});
  }
  const double wall = total / session.threads();
  session.output.line("{}, {}, {} to do: {} {} on {}{}", counted(plan.cells.size(), "cell"),
                      counted(scheduler.tasks(), "task"), scheduler.waiting(), grows ? "at least" : "about",
                      duration_text(wall, 1),
                      counted(static_cast<std::uint64_t>(session.threads()), "thread"),
                      known ? "" : " for those whose time is known");
  Json& result = session.output.result;
  result["file"] = plan.file;
  result["seed"] = plan.seed;
  result["tasks"] = scheduler.tasks();
  result["done"] = scheduler.done();
  result["failed"] = scheduler.failed();
  result["remaining"] = scheduler.waiting();
  result["estimated_seconds"] = wall;
  result["cells"] = std::move(cells);
  return session.finish(control.spend(1) ? StopReason::none : control.stop_reason());
}

}  // namespace bitbasin
