// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/options.h"

#include <fmt/format.h>

#include "bitbasin/python/bind.h"
#include "bitbasin/python/option_rows.h"

namespace py = pybind11;

namespace bitbasin {

py::list to_list(const std::vector<OptionRow>& rows) {
  py::list list;
  for (const OptionRow& row : rows) {
    py::dict dict;
    dict["name"] = row.name;
    dict["default"] = row.default_text;
    dict["range"] = row.range;
    dict["meaning"] = row.meaning;
    dict["symbol"] = row.symbol;
    list.append(dict);
  }
  return list;
}

py::dict to_dict(std::string_view name, std::string_view meaning, const std::vector<OptionRow>& options) {
  py::dict dict;
  dict["name"] = name;
  dict["meaning"] = meaning;
  dict["options"] = to_list(options);
  return dict;
}

double within(std::string_view label, double value, const Range<double>& range) {
  return parse_number<double>(label, fmt::format("{}", value), range);
}

void bind_options(py::module_& m) {
  m.def(
      "parse_spec",
      [](const std::string& text) {
        const Spec spec = parse_spec(text);
        return std::pair(spec.name, spec.options);
      },
      py::arg("text"), "The name and the options of a spec string.");
}

}  // namespace bitbasin
