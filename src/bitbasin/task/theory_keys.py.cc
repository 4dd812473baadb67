// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/theory_keys.h"

#include <algorithm>

#include "bitbasin/python/bind.h"
#include "bitbasin/python/json_values.h"
#include "bitbasin/python/option_rows.h"
#include "bitbasin/python/python_run.h"
#include "bitbasin/task/edges_keys.h"
#include "bitbasin/task/one_step_keys.h"
#include "bitbasin/task/theory_options.h"
#include "bitbasin/theory/transitions.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

LabelSource task_named(const std::string& task) {
  return from_keywords("theory", theory_option_table(), {{"task", task}}).task;
}

py::dict curve_keys(double alpha, const std::vector<double>& distances, const std::string& task,
                    std::optional<double> y, bool branch, bool stability, std::optional<int> threads,
                    std::optional<double> time_limit, const py::object& progress) {
  CurveRequest request{
      task_named(task), within("alpha", alpha, kAlphaRange), y, {1, thread_count(threads)}, stability};
  for (const double d : distances) within("distance", d, kDistanceRange);
  if (distances.empty()) return {};
  if (y) within("y", *y, {0, 1e5});
  check_theory_alpha(alpha, request.task);
  PythonRun run(0, time_limit, progress);
  return to_columns(run([&](RunControl& control) {
    std::uint64_t done = 0;
    const auto count = [&](const TheoryPoint&) {
      control.report({"points of the curve", ++done, branch ? 0 : distances.size()});
    };
    const auto [low, high] = std::ranges::minmax(distances);
    const std::vector<TheoryPoint> points = branch ? theory_branch(request, low, high, control, count)
                                                   : theory_curve(request, distances, control, count);
    Json list = Json::array();
    for (const TheoryPoint& point : points) list.push_back(to_json(point, request.task));
    return list;
  }));
}

py::dict transitions(const std::vector<double>& alphas, const std::string& task, std::optional<int> threads,
                     const py::object& progress) {
  const LabelSource which = task_named(task);
  const TheoryQuadrature quadrature{1, thread_count(threads)};
  for (const double alpha : alphas) within("alpha", alpha, kAlphaRange);
  PythonRun run(0, {}, progress);
  return to_python(run([&](RunControl& control) {
    const auto keys = [](const Transition& t) {
      return Json{{"alpha", t.alpha}, {"error", t.error}, {"d", t.d}};
    };
    Json found = {{"task", task}};
    if (which == LabelSource::classify) {
      found["overlap"] = keys(overlap_transition(quadrature, control));
      found["entropy"] = keys(entropy_transition(quadrature, control));
    }
    Json rows = Json::array();
    for (const double alpha : alphas) {
      const DivergencePoint d = divergence_point({which, alpha, {}, quadrature}, control);
      rows.push_back({{"alpha", alpha}, {"d_inf", d.d}, {"error", d.error}});
    }
    found["divergence"] = std::move(rows);
    return found;
  }));
}

py::object one_step(const Keywords& keywords) {
  const OneStepParameters asked = from_keywords("1rsb", one_step_options(), keywords);
  check_theory_alpha(asked.alpha, LabelSource::classify);
  PythonRun run(0, {}, py::none());
  return to_python(run([&](RunControl& control) { return one_step_keys(asked, control); }));
}

py::object edges(const Keywords& keywords, std::optional<int> threads, const py::object& progress) {
  const EdgesParameters asked = from_keywords("edges", edges_options(), keywords);
  check_theory_alpha(asked.alpha, LabelSource::classify);
  PythonRun run(0, {}, progress);
  return to_python(
      run([&](RunControl& control) { return edges_keys(asked, thread_count(threads), control); }));
}

}  // namespace

void bind_theory(py::module_& m) {
  m.def("theory_curve", &curve_keys, py::arg("alpha"), py::arg("distances"), py::arg("task"), py::arg("y"),
        py::arg("branch"), py::arg("stability"), py::arg("threads"), py::arg("time_limit"),
        py::arg("progress"), "The points of `theory --json` as arrays.");
  m.def(
      "theory_equilibrium",
      [](const Keywords& keywords) {
        return py::dict(
            to_python(equilibrium_keys(from_keywords("equilibrium", equilibrium_options(), keywords))));
      },
      py::arg("keywords"), "The keys of `theory equilibrium --json`.");
  m.def("theory_transitions", &transitions, py::arg("alphas"), py::arg("task"), py::arg("threads"),
        py::arg("progress"), "The keys of `theory transitions --json`.");
  m.def("theory_one_step", &one_step, py::arg("keywords"), "The keys of a point of `theory 1rsb --json`.");
  m.def("theory_edges", &edges, py::arg("keywords"), py::arg("threads"), py::arg("progress"),
        "The keys of `theory edges --json`.");
}

}  // namespace bitbasin
