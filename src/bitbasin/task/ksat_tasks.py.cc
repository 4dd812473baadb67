// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/error.h"
#include "bitbasin/python/arrays.h"
#include "bitbasin/python/bind.h"
#include "bitbasin/python/json_values.h"
#include "bitbasin/python/option_rows.h"
#include "bitbasin/python/python_run.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/task/ksat_entropy.h"
#include "bitbasin/task/ksat_flags.h"
#include "bitbasin/task/solve_ksat.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

Formula call_generate(const Keywords& keywords, std::uint64_t seed, std::optional<int> threads) {
  const auto flags = from_keywords("ksat", ksat_flag_table(), keywords);
  const int count = thread_count(threads);
  const py::gil_scoped_release unlocked;
  return generate_formula(flags, seed, count);
}

py::tuple call_solve(const Formula& formula, const std::string& spec, std::uint64_t seed,
                     std::uint64_t budget, std::optional<double> time_limit, const py::object& progress) {
  const Spec parsed = parse_spec(spec);
  PythonRun run(budget, time_limit, progress);
  KsatAnswer answer = run([&](RunControl& control) {
    KsatAnswer solved = solve_ksat(formula, parsed, {seed}, control);
    solved.keys["seconds"] = solved.seconds;
    solved.keys["stop_reason"] = to_string(control.stop_reason());
    return solved;
  });
  return py::make_tuple(to_python(answer.keys), to_array(answer.found.assignment));
}

py::dict call_entropy(const Formula& formula, const py::array& assignment,
                      const std::vector<double>& distances, const Keywords& keywords, std::uint64_t seed,
                      std::optional<double> time_limit, const py::object& progress) {
  check_has_entropy(formula);
  for (const double d : distances) within("distance", d, {0, 1});
  const BitVector center = to_bit_vector(assignment, "assignment");
  if (center.size() != formula.variables) {
    fail("expected {} values, one per variable, but there are {}", formula.variables, center.size());
  }
  const auto flags = from_keywords("local_entropy", entropy_flag_table(), keywords);
  PythonRun run(0, time_limit, progress);
  const Json keys = run([&](RunControl& control) {
    Json described;
    describe_entropy(ksat_entropy(formula, center, distances, flags, {seed}, control), described);
    described["unsatisfied"] = count_unsatisfied(formula, center);
    described["stop_reason"] = to_string(control.stop_reason());
    return described;
  });
  py::dict result = to_python(keys);
  result["points"] = to_columns(keys["points"]);
  return result;
}

}  // namespace

void bind_ksat_tasks(py::module_& m) {
  m.def("generate_ksat", &call_generate, py::arg("keywords"), py::arg("seed"), py::arg("threads"),
        "A random formula, by the flags of `generate ksat`.");
  m.def("solve_ksat", &call_solve, py::arg("formula"), py::arg("spec"), py::arg("seed"), py::arg("budget"),
        py::arg("time_limit"), py::arg("progress"), "The keys of `solve ksat --json`, and the assignment.");
  m.def("ksat_entropy", &call_entropy, py::arg("formula"), py::arg("assignment"), py::arg("distances"),
        py::arg("keywords"), py::arg("seed"), py::arg("time_limit"), py::arg("progress"),
        "The keys of `entropy ksat --json`, with points as arrays.");
}

}  // namespace bitbasin
