// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/perceptron/search/solution_walk.h"
#include "bitbasin/python/arrays.h"
#include "bitbasin/python/bind.h"
#include "bitbasin/python/json_values.h"
#include "bitbasin/python/option_rows.h"
#include "bitbasin/python/python_run.h"
#include "bitbasin/task/committee_problem.h"
#include "bitbasin/task/entropy_keys.h"
#include "bitbasin/task/ksat_problem.h"
#include "bitbasin/task/perceptron_problem.h"
#include "bitbasin/task/stream_keys.h"
#include "bitbasin/task/walk_keys.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

template <DescribedProblem P>
py::list list_algorithms() {
  py::list list;
  for (const auto& a : algorithms<typename P::Instance>()) {
    list.append(to_dict(a.name, a.meaning, a.options));
  }
  return list;
}

template <DescribedProblem P>
typename P::Instance call_generate(const Keywords& keywords, std::uint64_t seed, std::optional<int> threads) {
  const auto random = from_keywords(P::kName, P::random_options(), keywords);
  const int count = thread_count(threads);
  const py::gil_scoped_release unlocked;
  return generate(random, seed, count);
}

template <DescribedProblem P>
py::tuple call_solve(const typename P::Instance& instance, const std::string& spec, std::uint64_t seed,
                     std::optional<int> threads, std::uint64_t budget, std::optional<double> time_limit,
                     const py::object& progress, const std::string& device) {
  const auto solver = read_solver<typename P::Instance>(spec);
  const auto chosen = from_keywords("solve", device_options(), {{"device", device}});
  const SolveSetup setup = solve_setup<P>(seed, thread_count(threads), chosen);
  PythonRun run(budget, time_limit, progress);
  Json keys;
  const VerifiedResult result = run([&](RunControl& control) {
    VerifiedResult solved = solve_and_check(instance, solver, setup, control);
    keys = solve_keys<P>(instance, solver, solved, control.spent());
    describe_result<P>(solved, keys);
    keys["seconds"] = solved.seconds;
    keys["stop_reason"] = to_string(control.stop_reason());
    return solved;
  });
  return py::make_tuple(to_python(keys), to_array(result.found.configuration));
}

BitVector configuration_of(const PerceptronInstance& instance, const py::array& weights) {
  return to_bit_vector(weights, "weights", instance.n(), "weights, one per synapse");
}

BitVector configuration_of(const CommitteeInstance& instance, const py::array& weights) {
  return to_bit_vector(weights, "weights", instance.weights(), "weights, unit after unit");
}

BitVector configuration_of(const Formula& formula, const py::array& assignment) {
  return to_bit_vector(assignment, "assignment", formula.variables, "values, one per variable");
}

// Keys with a list of points, which become arrays.
py::dict with_columns(const Json& keys) {
  py::dict result = to_python(keys);
  result["points"] = to_columns(keys["points"]);
  return result;
}

template <DescribedProblem P>
py::dict call_entropy(const typename P::Instance& instance, const py::array& configuration,
                      const std::vector<double>& distances, const Keywords& keywords, std::uint64_t seed,
                      std::optional<int> threads, std::optional<double> time_limit,
                      const py::object& progress) {
  if constexpr (requires { check_has_entropy(instance); }) check_has_entropy(instance);
  for (const double d : distances) within("distance", d, {0, 1});
  const BitVector center = configuration_of(instance, configuration);
  const auto options =
      from_keywords("local_entropy", entropy_options(), keywords, {.tolerance = P::kEntropyTolerance});
  const SolveSetup setup{seed, thread_count(threads)};
  PythonRun run(0, time_limit, progress);
  return with_columns(run([&](RunControl& control) {
    Json keys;
    describe_entropy(measure_entropy(instance, center, distances, options, setup, control), keys);
    keys[P::kViolations] = count_violations(instance, center);
    keys["stop_reason"] = to_string(control.stop_reason());
    return keys;
  }));
}

py::dict call_surveys(const Formula& formula, const Keywords& keywords, std::uint64_t seed,
                      std::optional<double> time_limit, const py::object& progress) {
  check_has_entropy(formula);
  const auto options = from_keywords("survey_entropy", entropy_options(), keywords);
  PythonRun run(0, time_limit, progress);
  return to_python(run([&](RunControl& control) {
    Json keys;
    describe_surveys(measure_surveys(formula, options, {seed, 1}, control), keys);
    keys["stop_reason"] = to_string(control.stop_reason());
    return keys;
  }));
}

template <class Instance>
py::dict call_walk(const Instance& instance, const py::array& configuration, const Keywords& keywords,
                   std::uint64_t seed, std::optional<int> threads, std::optional<double> time_limit,
                   const py::object& progress) {
  const BitVector start = configuration_of(instance, configuration);
  const auto options = from_keywords("walk", walk_option_table(), keywords);
  const SolveSetup setup{seed, thread_count(threads)};
  if (const std::size_t errors = count_violations(instance, start); errors > 0) {
    fail("expected a solution to start a walk from, but the weights have {}", counted(errors, "error"));
  }
  PythonRun run(0, time_limit, progress);
  return with_columns(run([&](RunControl& control) {
    Json keys = {{"points", Json::array()}};
    keys["end_errors"] = walk_solutions(instance, start, options, setup, control,
                                        [&](const WalkPoint& at, std::optional<double> test_error) {
                                          keys["points"].push_back(to_json(at, test_error));
                                        });
    keys["stop_reason"] = to_string(control.stop_reason());
    return keys;
  }));
}

py::tuple call_learn_online(const Keywords& keywords, std::uint64_t seed, std::uint64_t budget,
                            std::optional<double> time_limit, const py::object& progress) {
  const auto parameters = from_keywords("learn_online", stream_options(), keywords);
  most_patterns(parameters);
  PythonRun run(budget, time_limit, progress);
  const LearnedStream learned = run([&](RunControl& control) {
    LearnedStream done = learn_keys(parameters, seed, control);
    done.keys["stop_reason"] = to_string(control.stop_reason());
    return done;
  });
  return py::make_tuple(with_columns(learned.keys), to_array(learned.result.weights),
                        to_array(learned.result.teacher));
}

template <DescribedProblem P>
void bind_problem(py::module_& m) {
  const auto define = [&m](std::string_view name_pattern, auto function, std::string_view doc_pattern,
                           auto... arguments) {
    const std::string name = fmt::format(fmt::runtime(name_pattern), P::kName);
    const std::string doc = fmt::format(fmt::runtime(doc_pattern), P::kName);
    m.def(name.c_str(), function, doc.c_str(), arguments...);
  };
  define("{}_algorithms", &list_algorithms<P>, "The solvers of `solve {}` with their options.");
  define("generate_{}", &call_generate<P>, "A random instance, by the options of `generate {}`.",
         py::arg("keywords"), py::arg("seed"), py::arg("threads"));
  define("solve_{}", &call_solve<P>, "The keys of `solve {} --json`, and the configuration.",
         py::arg("instance"), py::arg("spec"), py::arg("seed"), py::arg("threads"), py::arg("budget"),
         py::arg("time_limit"), py::arg("progress"), py::arg("device"));
  define("{}_entropy", &call_entropy<P>, "The keys of `entropy {} --json`, with points as arrays.",
         py::arg("instance"), py::arg("configuration"), py::arg("distances"), py::arg("keywords"),
         py::arg("seed"), py::arg("threads"), py::arg("time_limit"), py::arg("progress"));
}

}  // namespace

void bind_problems(py::module_& m) {
  bind_problem<PerceptronProblem>(m);
  bind_problem<CommitteeProblem>(m);
  bind_problem<KsatProblem>(m);
  m.def(
      "learn_online", &call_learn_online, py::arg("keywords"), py::arg("seed"), py::arg("budget"),
      py::arg("time_limit"), py::arg("progress"),
      "The keys of `solve perceptron --online --json`, with points as arrays, the weights and the teacher.");
  m.def("ksat_surveys", &call_surveys, py::arg("formula"), py::arg("keywords"), py::arg("seed"),
        py::arg("time_limit"), py::arg("progress"), "The keys of `entropy ksat --level surveys --json`.");
  m.def("walk_committee", &call_walk<CommitteeInstance>, py::arg("instance"), py::arg("configuration"),
        py::arg("keywords"), py::arg("seed"), py::arg("threads"), py::arg("time_limit"), py::arg("progress"),
        "The keys of `walk committee --json`, with points as arrays.");
  m.def("walk_perceptron", &call_walk<PerceptronInstance>, py::arg("instance"), py::arg("configuration"),
        py::arg("keywords"), py::arg("seed"), py::arg("threads"), py::arg("time_limit"), py::arg("progress"),
        "The keys of `walk perceptron --json`, with points as arrays.");
}

}  // namespace bitbasin
