// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <memory>
#include <utility>

#include "bitbasin/python/arrays.h"
#include "bitbasin/python/bind.h"
#include "bitbasin/python/json_values.h"
#include "bitbasin/task/committee_problem.h"
#include "bitbasin/task/ksat_problem.h"
#include "bitbasin/task/perceptron_problem.h"

// Solvers that are functions of Python, in the registry of all solvers.

namespace py = pybind11;

namespace bitbasin {
namespace {

// Values of options that only Python knows; missing ones have their defaults.
struct OwnOptions {
  std::map<std::string, OptionValue, std::less<>> values;
};

// An option whose type is that of its default.
Option<OwnOptions> own_option(const std::string& name, const OptionValue& otherwise) {
  struct Kind {
    const char* operator()(bool) const { return "true|false"; }
    const char* operator()(std::int64_t) const { return "whole number"; }
    const char* operator()(double) const { return "number"; }
    const char* operator()(const std::string&) const { return "text"; }
    const char* operator()(std::monostate) const { return "text"; }
    const char* operator()(std::uint64_t) const { return "whole number"; }
  };
  const std::string range = std::visit(Kind{}, otherwise);
  const auto parse = [otherwise, range](std::string_view label, std::string_view text) -> OptionValue {
    constexpr std::string_view kNames[] = {"false", "true"};
    if (std::holds_alternative<bool>(otherwise)) return parse_choice(label, text, kNames, range) == 1;
    if (std::holds_alternative<std::int64_t>(otherwise)) {
      return parse_number<std::int64_t>(label, text, Range<std::int64_t>{}, range);
    }
    if (std::holds_alternative<double>(otherwise)) {
      return parse_number<double>(label, text, Range<double>{}, range);
    }
    return std::string(text);
  };
  return {name,
          range,
          "an option of this function",
          "",
          false,
          false,
          [name, parse](OwnOptions& options, std::string_view label, std::string_view text) {
            options.values[name] = parse(label, text);
          },
          [name, otherwise](const OwnOptions& options) {
            const auto found = options.values.find(name);
            return found == options.values.end() ? otherwise : found->second;
          }};
}

// A function and the table of its options. It is released while holding the interpreter's lock.
struct OwnFunction {
  py::function function;
  OptionTable<OwnOptions> table;
};

std::size_t variables_of(const PerceptronInstance& instance) {
  return instance.n();
}
std::size_t variables_of(const CommitteeInstance& instance) {
  return instance.weights();
}
std::size_t variables_of(const Formula& formula) {
  return formula.variables;
}

// function(instance, seed, options, cancelled) returns the configuration, or None if it was cancelled.
template <class Instance>
SolveResult call(const OwnFunction& own, const Instance& instance, const OwnOptions& options,
                 const SolveSetup& setup, RunControl& control) {
  SolveResult result{BitVector(variables_of(instance))};
  if (control.spend(1)) {
    const py::gil_scoped_acquire locked;
    try {
      py::dict values;
      for (const auto& [name, value] : echo(own.table, options))
        values[py::str(name)] = to_python(to_json(value));
      const py::object answer =
          own.function(py::cast(&instance, py::return_value_policy::reference), setup.seed, values,
                       py::cpp_function([&control] { return control.cancelled(); }));
      if (!answer.is_none()) {
        result.configuration = to_bit_vector(py::cast<py::array>(answer), "answer", variables_of(instance),
                                             "values, one per variable");
      }
    } catch (const py::error_already_set& error) {
      throw Error(fmt::format("{}: {}", py::cast<std::string>(error.type().attr("__name__")),
                              py::cast<std::string>(py::str(error.value()))));
    }
  }
  result.iterations = 1;
  result.violations = count_violations(instance, result.configuration);
  return result;
}

template <DescribedProblem P>
void add_own(const std::string& name, const std::string& meaning, const py::dict& defaults,
             const py::function& function) {
  using Instance = typename P::Instance;
  std::vector<Option<OwnOptions>> options;
  for (const auto& [key, value] : defaults) {
    OptionValue otherwise;
    if (py::isinstance<py::bool_>(value)) {
      otherwise = py::cast<bool>(value);
    } else if (py::isinstance<py::int_>(value)) {
      otherwise = py::cast<std::int64_t>(value);
    } else if (py::isinstance<py::float_>(value)) {
      otherwise = py::cast<double>(value);
    } else {
      otherwise = py::cast<std::string>(value);
    }
    options.push_back(own_option(py::cast<std::string>(key), otherwise));
  }
  const auto let_go = [](OwnFunction* own) {
    const py::gil_scoped_acquire locked;
    delete own;
  };
  const std::shared_ptr<OwnFunction> own(new OwnFunction{function, OptionTable<OwnOptions>(options)}, let_go);
  add_algorithm(make_algorithm<Instance>(
      name, meaning, own->table,
      [own](const Instance& instance, const OwnOptions& chosen, const SolveSetup& setup,
            RunControl& control) { return call(*own, instance, chosen, setup, control); }));
}

// To all of the problems, or to none if one of them has an algorithm of this name.
template <DescribedProblem P, DescribedProblem... Others>
void add_to_each(const std::string& name, const std::string& meaning, const py::dict& defaults,
                 const py::function& function) {
  add_own<P>(name, meaning, defaults, function);
  if constexpr (sizeof...(Others) > 0) {
    try {
      add_to_each<Others...>(name, meaning, defaults, function);
    } catch (const Error&) {
      remove_algorithm<typename P::Instance>(name);
      throw;
    }
  }
}

}  // namespace

void bind_own_algorithm(py::module_& m) {
  m.def(
      "add_algorithm",
      [](const std::string& name, const std::string& meaning, const py::dict& defaults,
         const py::function& function) {
        add_to_each<PerceptronProblem, CommitteeProblem, KsatProblem>(name, meaning, defaults, function);
      },
      py::arg("name"), py::arg("meaning"), py::arg("defaults"), py::arg("function"),
      "Adds function(instance, seed, options, cancelled) to the solvers of all problems.");
  m.def(
      "remove_algorithm",
      [](const std::string& name) {
        remove_algorithm<PerceptronInstance>(name);
        remove_algorithm<CommitteeInstance>(name);
        remove_algorithm<Formula>(name);
      },
      py::arg("name"), "Removes such a function again.");
}

}  // namespace bitbasin
