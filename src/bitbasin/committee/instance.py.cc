// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/instance.h"

#include <optional>

#include "bitbasin/committee/random_committee.h"
#include "bitbasin/python/arrays.h"
#include "bitbasin/python/bind.h"
#include "bitbasin/python/option_rows.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

py::tuple committee_state(const py::object& self) {
  const auto& instance = self.cast<const CommitteeInstance&>();
  return py::make_tuple(instance.x.cols(), packed_view(instance.x, self), to_array(instance.labels),
                        teacher_of(instance), instance.form.units, instance.form.tree);
}

CommitteeInstance committee_of_state(const py::tuple& state) {
  CommitteeInstance instance;
  instance.x = unpack_bit_matrix(state[1].cast<py::array>(), state[0].cast<std::size_t>(), "x");
  instance.labels = to_bit_vector(state[2].cast<py::array>(), "labels");
  if (!state[3].is_none()) instance.teacher = to_bit_vector(state[3].cast<py::array>(), "teacher");
  instance.form = {state[4].cast<std::size_t>(), state[5].cast<bool>()};
  return instance;
}

}  // namespace

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
      .def_property_readonly("teacher", &teacher_of<CommitteeInstance>)
      .def(
          "check",
          [](const CommitteeInstance& self, const py::array& weights) {
            return count_violations(
                self, to_bit_vector(weights, "weights", self.weights(), "weights, unit after unit"));
          },
          py::arg("weights"), "The number of patterns that a committee gets wrong, by the slow checker.")
      .def("__eq__",
           [](const CommitteeInstance& self, const CommitteeInstance& other) { return self == other; })
      .def(py::pickle(&committee_state, &committee_of_state));
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
