// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/instance.h"

#include "bitbasin/committee/random_committee.h"
#include "bitbasin/python/arrays.h"
#include "bitbasin/python/bind.h"
#include "bitbasin/python/option_rows.h"

namespace py = pybind11;

namespace bitbasin {

void bind_committee(py::module_& m) {
  py::class_<CommitteeInstance>(m, "CommitteeInstance",
                                "An instance for a committee: patterns times labels, as bits.")
      .def_property_readonly("n", &CommitteeInstance::n)
      .def_property_readonly("units", &CommitteeInstance::units)
      .def_property_readonly("tree", [](const CommitteeInstance& self) { return self.form.tree; })
      .def_property_readonly("patterns", &CommitteeInstance::patterns)
      .def_property_readonly("alpha", &CommitteeInstance::alpha)
      .def_property_readonly("labels", [](const CommitteeInstance& self) { return to_array(self.labels); })
      .def_property_readonly("x", [](const CommitteeInstance& self) { return to_array(self.x); })
      .def_property_readonly("teacher",
                             [](const CommitteeInstance& self) -> std::optional<SignArray> {
                               if (!self.teacher) return {};
                               return to_array(*self.teacher);
                             })
      .def(
          "check",
          [](const CommitteeInstance& self, const py::array& weights) {
            return count_violations(
                self, to_bit_vector(weights, "weights", self.weights(), "weights, unit after unit"));
          },
          py::arg("weights"), "The number of patterns that a committee gets wrong, by the slow checker.")
      .def("__eq__",
           [](const CommitteeInstance& self, const CommitteeInstance& other) { return self == other; });
  m.def(
      "committee_from_arrays",
      [](const py::array& patterns, const py::array& labels, const Keywords& form) {
        return committee_from_patterns(
            instance_from_patterns(to_bit_matrix(patterns, "patterns"), to_bit_vector(labels, "labels")),
            from_keywords("committee", committee_form_options(), form).chosen());
      },
      py::arg("patterns"), py::arg("labels"), py::arg("form"),
      "An instance of one's own patterns and labels.");
}

}  // namespace bitbasin
