// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/sweep_run.h"

#include <fmt/format.h>

#include <limits>

#include "bitbasin/python/bind.h"
#include "bitbasin/python/python_run.h"
#include "bitbasin/store/store_export.h"
#include "bitbasin/sweep/sweep_file.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

py::dict run(const std::string& name, const std::string& text, const std::string& store,
             std::optional<int> threads, bool retry_failed, std::optional<double> time_limit,
             const py::object& progress) {
  const SweepPlan plan = parse_sweep(name, text);
  const int count = thread_count(threads);
  PythonRun run(0, time_limit, progress);
  std::string stop_reason;
  const SweepEnd end = run([&](RunControl& control) {
    Store file = Store::open(store);
    SweepSetup setup{count, retry_failed, nullptr, {}};
    setup.on_progress = [&](const Scheduler& scheduler) {
      const std::string detail = fmt::format("{} failed", scheduler.failed());
      control.report({"tasks", scheduler.done() + scheduler.failed(), scheduler.tasks(),
                      std::numeric_limits<double>::quiet_NaN(), detail});
    };
    SweepEnd ended = run_sweep(plan, file, setup, control);
    stop_reason = to_string(control.stop_reason());
    return ended;
  });
  py::dict result;
  result["tasks"] = end.tasks;
  result["done"] = end.done;
  result["failed"] = end.failed;
  result["remaining"] = end.remaining;
  result["known_before"] = end.known_before;
  result["stop_reason"] = stop_reason;
  py::list cells;
  for (std::size_t c = 0; c < plan.cells.size(); ++c) {
    const CellState& state = end.cells[c];
    py::dict cell;
    cell["cell"] = plan.cells[c].label;
    cell["done"] = state.done;
    cell["failed"] = state.failed;
    cell["remaining"] = state.waiting;
    cell["tried"] = state.tried;
    cell["solved"] = state.solved;
    cells.append(cell);
  }
  result["cells"] = cells;
  return result;
}

std::string json_lines(const std::string& path) {
  PythonRun run(0, {}, py::none());
  return run([&](RunControl& control) {
    Store store = Store::read(path);
    std::string text;
    export_json_lines(
        store, [&](std::string_view piece) { text += piece; }, control);
    return text;
  });
}

}  // namespace

void bind_sweep(py::module_& m) {
  m.def("run_sweep", &run, py::arg("name"), py::arg("text"), py::arg("store"), py::arg("threads"),
        py::arg("retry_failed"), py::arg("time_limit"), py::arg("progress"),
        "Runs the tasks of a sweep file, given as text, into a store.");
  m.def("store_json_lines", &json_lines, py::arg("path"), "All results of a store, a JSON object per line.");
}

}  // namespace bitbasin
