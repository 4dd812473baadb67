// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/feature_map.h"

#include "bitbasin/features/feature_map_bytes.h"
#include "bitbasin/python/arrays.h"
#include "bitbasin/python/bind.h"
#include "bitbasin/python/option_rows.h"
#include "bitbasin/python/python_run.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

py::bytes to_bytes(const FeatureMap& map) {
  BinaryWriter writer;
  put_feature_map(writer, map);
  return writer.bytes();
}

FeatureMap from_bytes(const py::bytes& bytes) {
  const std::string content = bytes;
  ByteReader source(content, "feature map");
  BinaryReader reader(source);
  FeatureMap map = take_feature_map(reader);
  source.expect_end();
  return map;
}

FeatureMap fit(const py::array& x, int rows, int columns, bool shared_scale, const std::string& features,
               std::uint64_t seed, std::optional<int> threads, const py::object& progress) {
  const FeatureSpec spec = parse_feature_spec(features);
  const PixelScaling scaling = fit_scaling(x, shared_scale);
  const ImageSet images = to_images(x, rows, columns, scaling);
  const int count = thread_count(threads);
  PythonRun run(0, {}, progress);
  return run(
      [&](RunControl& control) { return fit_feature_map(spec, images, scaling, seed, count, control); });
}

// Packed bits, and where they come from.
py::array encode(const FeatureMap& map, const py::array& x, std::optional<int> threads) {
  const ImageSet images = to_images(x, map.rows, map.columns, map.scaling);
  const int count = thread_count(threads);
  auto bits = std::make_unique<BitMatrix>([&] {
    const py::gil_scoped_release unlocked;
    return FeatureEncoder(map).encode(images, count);
  }());
  BitMatrix* kept = bits.release();
  const py::capsule owner(kept, [](void* p) { delete static_cast<BitMatrix*>(p); });
  return packed_view(*kept, owner);
}

}  // namespace

void bind_feature_map(py::module_& m) {
  py::class_<FeatureMap>(m, "FeatureMap", "From rows of numbers to bits, learned and then fixed.")
      .def_property_readonly("bits", &FeatureMap::outputs)
      .def_readonly("depth", &FeatureMap::depth)
      .def("encode", &encode, py::arg("x"), py::arg("threads"), "Packed bits, `depth` rows each.")
      .def(py::pickle(&to_bytes, &from_bytes));
  m.def("fit_feature_map", &fit, py::arg("x"), py::arg("rows"), py::arg("columns"), py::arg("shared_scale"),
        py::arg("features"), py::arg("seed"), py::arg("threads"), py::arg("progress"),
        "Learns the map that a spec describes, without labels.");
  m.def(
      "canonical_features", [](const std::string& text) { return to_string(parse_voter_specs(text)); },
      py::arg("features"), "The spec of features with every option named.");
  m.def(
      "feature_stages",
      [] {
        py::list list;
        for (const FeatureStage& stage : feature_stages()) {
          list.append(to_dict(stage.name, stage.meaning, stage.options));
        }
        return list;
      },
      "The stages of features with their options.");
}

}  // namespace bitbasin
