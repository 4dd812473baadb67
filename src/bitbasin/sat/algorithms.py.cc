// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/algorithms.h"

#include "bitbasin/python/bind.h"
#include "bitbasin/python/option_rows.h"

namespace py = pybind11;

namespace bitbasin {

void bind_sat_algorithms(py::module_& m) {
  m.def(
      "sat_algorithms",
      [] {
        py::list list;
        for (const SatAlgorithm& a : sat_algorithms()) {
          list.append(to_dict(a.name, a.meaning, a.options));
        }
        return list;
      },
      "The solvers of formulas with their options.");
}

}  // namespace bitbasin
