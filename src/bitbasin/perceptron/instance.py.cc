// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/instance.h"

#include "bitbasin/base/error.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/pattern_file.h"
#include "bitbasin/python/arrays.h"
#include "bitbasin/python/bind.h"
#include "bitbasin/python/option_rows.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

Constraint constraint_named(const Keywords& keywords) {
  return from_keywords("perceptron", constraint_options(), keywords).chosen();
}

BitVector weights_of(const PerceptronInstance& instance, const py::array& weights) {
  return to_bit_vector(weights, "weights", instance.n(), "weights, one per synapse");
}

py::tuple perceptron_state(const py::object& self) {
  const auto& instance = self.cast<const PerceptronInstance&>();
  return py::make_tuple(instance.n(), packed_view(instance.x, self), to_array(instance.labels),
                        teacher_of(instance), std::string(to_string(instance.constraint.kind)),
                        instance.constraint.kappa);
}

PerceptronInstance perceptron_of_state(const py::tuple& state) {
  PerceptronInstance instance;
  instance.x = unpack_bit_matrix(state[1].cast<py::array>(), state[0].cast<std::size_t>(), "x");
  instance.labels = to_bit_vector(state[2].cast<py::array>(), "labels");
  if (!state[3].is_none()) instance.teacher = to_bit_vector(state[3].cast<py::array>(), "teacher");
  return with_constraint(std::move(instance),
                         constraint_named({{"constraint", state[4].cast<std::string>()},
                                           {"kappa", fmt::format("{}", state[5].cast<double>())}}));
}

}  // namespace

void bind_instance(py::module_& m) {
  py::class_<PerceptronInstance>(m, "Instance", "A perceptron instance: patterns times labels, as bits.")
      .def_property_readonly("n", &PerceptronInstance::n)
      .def_property_readonly("patterns", &PerceptronInstance::patterns)
      .def_property_readonly("alpha", &PerceptronInstance::alpha)
      .def_property_readonly(
          "constraint",
          [](const PerceptronInstance& self) { return std::string(to_string(self.constraint.kind)); })
      .def_property_readonly("kappa", [](const PerceptronInstance& self) { return self.constraint.kappa; })
      .def_property_readonly(
          "kappa_eff", [](const PerceptronInstance& self) { return kappa_eff(self.constraint, self.n()); })
      .def_property_readonly("labels", [](const PerceptronInstance& self) { return to_array(self.labels); })
      .def_property_readonly("teacher", &teacher_of<PerceptronInstance>)
      .def_property_readonly("x", [](const PerceptronInstance& self) { return to_array(self.x); })
      .def_property_readonly("inputs",
                             [](const PerceptronInstance& self) { return to_array(original_patterns(self)); })
      .def_property_readonly(
          "x_bits",
          [](const py::object& self) { return packed_view(self.cast<const PerceptronInstance&>().x, self); })
      .def(
          "check",
          [](const PerceptronInstance& self, const py::array& weights) {
            return count_violations(self, weights_of(self, weights));
          },
          py::arg("weights"), "The number of patterns that violate the constraint, by the slow checker.")
      .def("__eq__",
           [](const PerceptronInstance& self, const PerceptronInstance& other) { return self == other; })
      .def(py::pickle(&perceptron_state, &perceptron_of_state));
  m.def(
      "instance_from_arrays",
      [](const py::array& patterns, const py::array& labels, const Keywords& constraint) {
        return with_constraint(
            instance_from_patterns(to_bit_matrix(patterns, "patterns"), to_bit_vector(labels, "labels")),
            constraint_named(constraint));
      },
      py::arg("patterns"), py::arg("labels"), py::arg("constraint"),
      "An instance of one's own patterns and labels.");
  m.def(
      "instance_from_bits",
      [](const py::array& bits, std::size_t n, const py::array& labels, const Keywords& constraint) {
        return with_constraint(
            instance_from_patterns(unpack_bit_matrix(bits, n, "patterns"), to_bit_vector(labels, "labels")),
            constraint_named(constraint));
      },
      py::arg("bits"), py::arg("n"), py::arg("labels"), py::arg("constraint"),
      "The same of packed bits, n of each row.");
  m.def(
      "read_instance",
      [](const std::string& path, const std::string& labels, const Keywords& constraint) {
        const Constraint chosen = constraint_named(constraint);
        const py::gil_scoped_release unlocked;
        return with_constraint(read_instance(path, labels), chosen);
      },
      py::arg("path"), py::arg("labels"), py::arg("constraint"),
      "Reads pattern text or NPY; the latter with a file of labels.");
  m.def(
      "write_instance",
      [](const std::string& path, const std::string& labels, const PerceptronInstance& instance) {
        const py::gil_scoped_release unlocked;
        write_instance(path, labels, instance);
      },
      py::arg("path"), py::arg("labels"), py::arg("instance"), "Writes pattern text or NPY.");
}

}  // namespace bitbasin
