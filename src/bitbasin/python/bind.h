// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace bitbasin {

// One function for each x.py.cc file. Types come before the functions that take them, so that the signatures
// in docstrings, from which the type stubs are made, name them.
void bind_options(pybind11::module_& m);
void bind_simd_level(pybind11::module_& m);
void bind_instance(pybind11::module_& m);
void bind_committee(pybind11::module_& m);
void bind_formula(pybind11::module_& m);
void bind_problems(pybind11::module_& m);
void bind_theory(pybind11::module_& m);
void bind_feature_map(pybind11::module_& m);
void bind_training(pybind11::module_& m);
void bind_sweep(pybind11::module_& m);
void bind_own_algorithm(pybind11::module_& m);
void bind_report(pybind11::module_& m);
void bind_data_sets(pybind11::module_& m);
void bind_fetch_data(pybind11::module_& m);

}  // namespace bitbasin
