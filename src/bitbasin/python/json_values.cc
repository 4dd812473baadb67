// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/python/json_values.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "bitbasin/python/arrays.h"

namespace py = pybind11;

namespace bitbasin {

py::object to_python(const Json& value) {
  if (value.is_boolean()) return py::bool_(value.get<bool>());
  if (value.is_number_float()) return py::float_(value.get<double>());
  if (value.is_number_integer()) {
    if (value < 0) return py::int_(value.get<std::int64_t>());
    return py::int_(value.get<std::uint64_t>());
  }
  if (value.is_string()) return py::str(value.text());
  if (value.is_array()) {
    py::list list;
    for (const Json& entry : value) list.append(to_python(entry));
    return list;
  }
  if (value.is_object()) {
    py::dict dict;
    for (const auto& [key, entry] : value.items()) dict[py::str(key)] = to_python(entry);
    return dict;
  }
  return py::none();
}

py::dict to_columns(const Json& objects) {
  py::dict columns;
  if (objects.empty()) return columns;
  for (const auto& [key, first] : objects.front().items()) {
    const auto all = [&, &name = key](auto test) {
      return std::ranges::all_of(objects, [&](const Json& object) { return test(object.at(name)); });
    };
    if (all([](const Json& v) { return v.is_boolean(); })) {
      py::array_t<bool> column(static_cast<py::ssize_t>(objects.size()));
      for (std::size_t i = 0; i < objects.size(); ++i)
        column.mutable_data()[i] = objects[i].at(key).get<bool>();
      columns[py::str(key)] = column;
    } else if (all([](const Json& v) { return v.is_number_integer(); })) {
      std::vector<std::int64_t> column;
      for (const Json& object : objects) column.push_back(object.at(key).get<std::int64_t>());
      columns[py::str(key)] = to_array(column);
    } else {
      std::vector<double> column;
      for (const Json& object : objects) {
        const Json& value = object.at(key);
        column.push_back(value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN());
      }
      columns[py::str(key)] = to_array(column);
    }
  }
  return columns;
}

}  // namespace bitbasin
