// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/data_sets.h"

#include "bitbasin/python/arrays.h"
#include "bitbasin/python/bind.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

py::list list_data_sets() {
  py::list list;
  for (const KnownDataSet& set : known_data_sets()) {
    const std::string folder = folder_of(set, data_home());
    py::dict entry;
    entry["name"] = set.name;
    entry["meaning"] = set.meaning;
    entry["path"] = folder;
    entry["present"] = holds_data_set(folder);
    list.append(entry);
  }
  return list;
}

py::tuple to_arrays(const ImageSet& images) {
  py::array_t<std::uint8_t> pixels(
      {images.size(), static_cast<std::size_t>(images.rows), static_cast<std::size_t>(images.columns)});
  std::copy(images.pixels.begin(), images.pixels.end(), pixels.mutable_data());
  return py::make_tuple(pixels, to_array(images.labels));
}

py::tuple call_load(const std::string& name) {
  const DataSet data = load_data_set(name);
  return py::make_tuple(to_arrays(data.train), to_arrays(data.test));
}

}  // namespace

void bind_data_sets(py::module_& m) {
  m.def("data_sets", &list_data_sets, "The data sets that have a name, as `data list` has them.");
  m.def("load_data_set", &call_load, py::arg("name"), "Images and labels, to train and to test.");
}

}  // namespace bitbasin
