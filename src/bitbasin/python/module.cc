// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/error.h"
#include "bitbasin/python/bind.h"

#include "bitbasin/base/version.h"

namespace py = pybind11;

PYBIND11_MODULE(_core, m) {
  using namespace bitbasin;
  m.doc() = "The compiled half of bitbasin; use the functions of the package instead.";
  m.attr("__version__") = bitbasin::version();
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    }
  });
  // No C++ signatures in docstrings: _core.pyi is made from them, so they must be Python.
  py::options options;
  options.disable_enum_members_docstring();
  bind_options(m);
  bind_simd_level(m);
  bind_instance(m);
  bind_committee(m);
  bind_formula(m);
  bind_problems(m);
  bind_theory(m);
  bind_feature_map(m);
  bind_training(m);
  bind_sweep(m);
  bind_own_algorithm(m);
  bind_report(m);
  bind_data_sets(m);
  bind_fetch_data(m);
}
