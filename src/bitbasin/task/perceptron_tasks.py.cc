// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/error.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/python/arrays.h"
#include "bitbasin/python/bind.h"
#include "bitbasin/python/json_values.h"
#include "bitbasin/python/option_rows.h"
#include "bitbasin/python/python_run.h"
#include "bitbasin/task/perceptron_entropy.h"
#include "bitbasin/task/perceptron_flags.h"
#include "bitbasin/task/perceptron_walk.h"
#include "bitbasin/task/solve_perceptron.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

PerceptronInstance call_generate(const Keywords& keywords, std::uint64_t seed, std::optional<int> threads) {
  const auto flags = from_keywords("perceptron", perceptron_flag_table(), keywords);
  const int count = thread_count(threads);
  const py::gil_scoped_release unlocked;
  return generate_instance(flags, seed, count);
}

py::tuple call_solve(const PerceptronInstance& instance, const std::string& spec, std::uint64_t seed,
                     std::optional<int> threads, std::uint64_t budget, std::optional<double> time_limit,
                     const py::object& progress) {
  const Spec parsed = parse_spec(spec);
  const SolveSetup setup{seed, thread_count(threads)};
  PythonRun run(budget, time_limit, progress);
  PerceptronAnswer answer = run([&](RunControl& control) {
    PerceptronAnswer solved = solve_perceptron(instance, parsed, setup, control);
    solved.keys["seconds"] = solved.seconds;
    solved.keys["stop_reason"] = to_string(control.stop_reason());
    return solved;
  });
  return py::make_tuple(to_python(answer.keys), to_array(answer.found.weights));
}

BitVector checked_weights(const PerceptronInstance& instance, const py::array& weights) {
  BitVector bits = to_bit_vector(weights, "weights");
  if (bits.size() != instance.n()) {
    fail("expected {} weights, one per synapse, but there are {}", instance.n(), bits.size());
  }
  return bits;
}

py::dict call_entropy(const PerceptronInstance& instance, const py::array& weights,
                      const std::vector<double>& distances, const Keywords& keywords, std::uint64_t seed,
                      std::optional<int> threads, std::optional<double> time_limit,
                      const py::object& progress) {
  const BitVector center = checked_weights(instance, weights);
  for (const double d : distances) within("distance", d, {0, 1});
  const auto flags =
      from_keywords("local_entropy", entropy_flag_table(), keywords, {.tolerance = kPerceptronTolerance});
  const SolveSetup setup{seed, thread_count(threads)};
  PythonRun run(0, time_limit, progress);
  const Json keys = run([&](RunControl& control) {
    Json described;
    describe_entropy(perceptron_entropy(instance, center, distances, flags, setup, control), described);
    described["errors"] = check_weights(instance, center);
    described["stop_reason"] = to_string(control.stop_reason());
    return described;
  });
  py::dict result = to_python(keys);
  result["points"] = to_columns(keys["points"]);
  return result;
}

py::dict call_walk(const PerceptronInstance& instance, const py::array& weights, const Keywords& keywords,
                   std::uint64_t seed, std::optional<int> threads, std::optional<double> time_limit,
                   const py::object& progress) {
  const BitVector start = checked_weights(instance, weights);
  const auto flags = from_keywords("walk", walk_flag_table(), keywords);
  const SolveSetup setup{seed, thread_count(threads)};
  if (const std::size_t errors = check_weights(instance, start); errors > 0) {
    fail("expected a solution, at which a walk starts, but the weights have {} errors", errors);
  }
  PythonRun run(0, time_limit, progress);
  const Json keys = run([&](RunControl& control) {
    Json described = {{"points", Json::array()}};
    described["end_errors"] = walk_perceptron(
        instance, start, flags, setup, control, [&](const WalkPoint& at, std::optional<double> test_error) {
          Json point = {{"proposals", at.proposals}, {"distance", at.distance}, {"density", at.density}};
          if (test_error) point["test_error"] = *test_error;
          described["points"].push_back(std::move(point));
        });
    described["stop_reason"] = to_string(control.stop_reason());
    return described;
  });
  py::dict result = to_python(keys);
  result["points"] = to_columns(keys["points"]);
  return result;
}

}  // namespace

void bind_perceptron_tasks(py::module_& m) {
  m.def("generate_perceptron", &call_generate, py::arg("keywords"), py::arg("seed"), py::arg("threads"),
        "A random instance, by the flags of `generate perceptron`.");
  m.def("solve_perceptron", &call_solve, py::arg("instance"), py::arg("spec"), py::arg("seed"),
        py::arg("threads"), py::arg("budget"), py::arg("time_limit"), py::arg("progress"),
        "The keys of `solve perceptron --json`, and the weights.");
  m.def("perceptron_entropy", &call_entropy, py::arg("instance"), py::arg("weights"), py::arg("distances"),
        py::arg("keywords"), py::arg("seed"), py::arg("threads"), py::arg("time_limit"), py::arg("progress"),
        "The keys of `entropy perceptron --json`, with points as arrays.");
  m.def("walk_perceptron", &call_walk, py::arg("instance"), py::arg("weights"), py::arg("keywords"),
        py::arg("seed"), py::arg("threads"), py::arg("time_limit"), py::arg("progress"),
        "The keys of `walk perceptron --json`, with points as arrays.");
  m.def(
      "task_options",
      [] {
        py::dict tables;
        tables["perceptron"] = to_list(describe(perceptron_flag_table()));
        tables["local_entropy"] = to_list(describe(entropy_flag_table()));
        tables["walk"] = to_list(describe(walk_flag_table()));
        return tables;
      },
      "The option tables behind keyword arguments.");
}

}  // namespace bitbasin
