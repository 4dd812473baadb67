// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/fetch/fetch_data.h"

#include <optional>

#include "bitbasin/base/error.h"
#include "bitbasin/base/find_named.h"
#include "bitbasin/base/stopped.h"
#include "bitbasin/python/bind.h"
#include "bitbasin/python/python_run.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

std::string call_fetch(const std::string& name, const std::optional<std::string>& home,
                       std::optional<double> time_limit) {
  const KnownDataSet& set = find_named(known_data_sets(), &KnownDataSet::name, name, "data sets");
  PythonRun run(0, time_limit, py::none());
  const auto fetched = run([&](RunControl& control) -> std::optional<FetchedDataSet> {
    try {
      return fetch_data_set(set, home ? *home : data_home(), control, [](std::string_view) {});
    } catch (const Stopped&) {
      return {};
    }
  });
  if (!fetched) fail("could not fetch {} within {} s", name, *time_limit);
  return fetched->folder;
}

}  // namespace

void bind_fetch_data(py::module_& m) {
  m.def("fetch_data_set", &call_fetch, py::arg("name"), py::arg("home"), py::arg("time_limit"),
        "Fetches a data set as `data fetch` does, and returns its folder.");
}

}  // namespace bitbasin
