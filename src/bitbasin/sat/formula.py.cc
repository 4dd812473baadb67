// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/formula.h"

#include <algorithm>

#include "bitbasin/base/error.h"
#include "bitbasin/python/arrays.h"
#include "bitbasin/python/bind.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/dimacs.h"
#include "bitbasin/sat/solution.h"
#include "bitbasin/sat/whitening.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

using Int32Array = py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;
using OffsetArray = py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast>;

Int32Array literals_of(const Formula& formula) {
  std::vector<std::int32_t> literals(formula.literals.size());
  std::ranges::transform(formula.literals, literals.begin(), dimacs_literal);
  return to_array(literals);
}

Formula from_arrays(const OffsetArray& offsets, const Int32Array& literals, std::uint32_t variables) {
  if (variables > kMostVariables) {
    fail("expected at most {} variables, got {}", kMostVariables, variables);
  }
  const auto count = static_cast<std::size_t>(literals.size());
  Formula formula;
  formula.variables = variables;
  formula.offsets.assign(offsets.data(), offsets.data() + offsets.size());
  if (formula.offsets.empty() || formula.offsets.front() != 0 || formula.offsets.back() != count ||
      !std::ranges::is_sorted(formula.offsets)) {
    fail("expected ascending offsets from 0 to the {} literals, got others", count);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t literal = literals.data()[i];
    if (literal == 0 || std::abs(literal) > variables) {
      fail("expected literals from 1 to {} or their negatives, but literal {} (counted from 0) is {}",
           variables, i, literal);
    }
    formula.literals.push_back(make_literal(static_cast<std::uint32_t>(std::abs(literal) - 1), literal < 0));
  }
  return formula;
}

BitVector assignment_of(const Formula& formula, const py::array& assignment) {
  return to_bit_vector(assignment, "assignment", formula.variables, "values, one per variable");
}

}  // namespace

void bind_formula(py::module_& m) {
  py::class_<Formula>(m, "Formula", "A formula in conjunctive normal form.")
      .def_readonly("n", &Formula::variables)
      .def_property_readonly("clauses", &Formula::clauses)
      .def_property_readonly("alpha", &Formula::alpha)
      .def_property_readonly("k", &longest_clause)
      .def_property_readonly("offsets", [](const Formula& self) { return to_array(self.offsets); })
      .def_property_readonly("literals", &literals_of)
      .def(
          "check",
          [](const Formula& self, const py::array& assignment) {
            return count_violations(self, assignment_of(self, assignment));
          },
          py::arg("assignment"), "The number of clauses without a true literal, by the slow checker.")
      .def(
          "frozen",
          [](const Formula& self, const py::array& solution) {
            return to_array(frozen_variables(self, assignment_of(self, solution)));
          },
          py::arg("solution"), "+1 for the variables that are frozen at a solution, -1 for the others.")
      .def("__eq__", [](const Formula& self, const Formula& other) { return self == other; })
      .def(py::pickle(
          [](const Formula& self) {
            return py::make_tuple(to_array(self.offsets), literals_of(self), self.variables);
          },
          [](const py::tuple& state) {
            return from_arrays(state[0].cast<OffsetArray>(), state[1].cast<Int32Array>(),
                               state[2].cast<std::uint32_t>());
          }));
  m.def("formula_from_arrays", &from_arrays, py::arg("offsets"), py::arg("literals"), py::arg("n"),
        "Clause a holds the literals from offsets[a] up to offsets[a + 1], numbered as in DIMACS files.");
  m.def(
      "read_formula",
      [](const std::string& path) {
        const py::gil_scoped_release unlocked;
        return read_dimacs(path);
      },
      py::arg("path"), "Reads DIMACS CNF, plain or gzip.");
  m.def(
      "write_formula",
      [](const std::string& path, const Formula& formula) {
        const py::gil_scoped_release unlocked;
        write_dimacs(path, formula);
      },
      py::arg("path"), py::arg("formula"), "Writes DIMACS CNF.");
}

}  // namespace bitbasin
