// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/simd_level.h"

#include "bitbasin/python/bind.h"

namespace py = pybind11;

namespace bitbasin {

void bind_simd_level(py::module_& m) {
  m.def("simd_level", &simd_level, "The vector instructions in use; results do not depend on them.");
  m.def("simd_levels", &available_simd_levels, "What this CPU can run, best first.");
  m.def("set_simd_level", &set_simd_level, py::arg("level"),
        "Chooses a level for the whole process; 'auto' is the best one.");
}

}  // namespace bitbasin
