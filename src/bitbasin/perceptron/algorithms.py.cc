// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/algorithms.h"

#include "bitbasin/python/bind.h"
#include "bitbasin/python/option_rows.h"

namespace py = pybind11;

namespace bitbasin {

void bind_perceptron_algorithms(py::module_& m) {
  m.def(
      "perceptron_algorithms",
      [] {
        py::list list;
        for (const PerceptronAlgorithm& a : perceptron_algorithms()) {
          list.append(to_dict(a.name, a.meaning, a.options));
        }
        return list;
      },
      "The solvers of perceptrons with their options.");
}

}  // namespace bitbasin
