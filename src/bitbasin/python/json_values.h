// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/numpy.h>

#include "bitbasin/json/json.h"

namespace bitbasin {

// The keys of a JSON object as a dictionary; null is None.
pybind11::object to_python(const Json& value);

// A list of JSON objects with the same keys as a dictionary of arrays, one per key; null is NaN.
pybind11::dict to_columns(const Json& objects);

}  // namespace bitbasin
