// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/learner.h"

#include <fmt/format.h>

#include "bitbasin/base/error.h"
#include "bitbasin/network/classify.h"
#include "bitbasin/python/arrays.h"
#include "bitbasin/python/bind.h"
#include "bitbasin/python/option_rows.h"
#include "bitbasin/python/python_run.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

using Labels = py::array_t<std::uint16_t, py::array::c_style | py::array::forcecast>;

ImageSet labelled_images(const py::array& x, const FeatureMap& map, const Labels& labels,
                         std::size_t classes) {
  ImageSet images = to_images(x, map.rows, map.columns, map.scaling);
  images.labels.assign(labels.data(), labels.data() + labels.size());
  if (images.labels.size() != images.size()) {
    fail("expected one label for each of the {} rows but there are {}", images.size(), images.labels.size());
  }
  for (const std::uint16_t label : images.labels) {
    if (label >= classes) fail("expected labels below {} but got {}", classes, label);
  }
  images.classes = static_cast<int>(classes);
  return images;
}

// The first thing that a learner sees decides its scaling and features.
Checkpoint start(const py::array& x, int rows, int columns, bool shared_scale, const std::string& features,
                 std::size_t k1, std::size_t k2, std::size_t labels, std::uint64_t seed,
                 std::optional<int> threads, const py::object& progress) {
  const LearnerSetup setup{parse_feature_spec(features), k1, k2, labels, seed};
  const PixelScaling scaling = fit_scaling(x, shared_scale);
  const ImageSet images = to_images(x, rows, columns, scaling);
  const int count = thread_count(threads);
  PythonRun run(0, {}, progress);
  return run([&](RunControl& control) { return start_learner(setup, images, scaling, count, control); });
}

bool learn_more(Checkpoint& learner, const py::array& x, const Labels& labels, const std::string& features,
                const Keywords& keywords, std::uint64_t epochs, std::uint64_t seed,
                std::optional<int> threads, const py::object& progress) {
  LearnerSetup setup;
  setup.features = parse_feature_spec(features);
  setup.seed = seed;
  const auto options = from_keywords("train", train_options(), keywords);
  const ImageSet images = labelled_images(x, learner.features, labels, learner.state.network.shape.labels);
  if (images.size() == 0) fail("expected training images but there are none");
  const int count = thread_count(threads);
  // An interrupt must not leave a learner in the middle of an epoch of images that nobody has any more.
  Checkpoint next = learner;
  PythonRun run(0, {}, progress);
  const bool learnt =
      run([&](RunControl& control) { return learn(next, setup, options, images, epochs, count, control); });
  learner = std::move(next);
  return learnt;
}

py::array_t<int> sums(const Checkpoint& learner, const py::array& x, std::optional<int> threads) {
  const ImageSet images =
      to_images(x, learner.features.rows, learner.features.columns, learner.features.scaling);
  const int count = thread_count(threads);
  const CommitteeArray& network = learner.state.network;
  const std::vector<int> all = [&] {
    const py::gil_scoped_release unlocked;
    return sum_labels(network, FeatureEncoder(learner.features).encode(images, count), count);
  }();
  const auto labels = static_cast<py::ssize_t>(network.shape.labels);
  return py::array_t<int>({static_cast<py::ssize_t>(images.size()), labels}, all.data());
}

// A perceptron is a committee of one that votes for the second label.
Checkpoint from_perceptron(const FeatureMap& features, const py::array& weights) {
  Checkpoint learner;
  learner.features = features;
  const BitVector bits = to_bit_vector(weights, "weights");
  const CommitteeShape shape{features.outputs(), 1, 1, 2, features.depth};
  if (bits.size() != shape.inputs) {
    fail("expected {} weights, one per bit, but there are {}", shape.inputs, bits.size());
  }
  CommitteeArray network = make_committee_array(shape, 0);
  network.outputs.set(0, 0, false);
  network.outputs.set(1, 0, true);
  std::ranges::copy(bits.words(), network.weights.row(0).begin());
  learner.state.network = std::move(network);
  learner.state.hidden = UnitStates(learner.state.network.weights);
  learner.state.reinforced.assign(1, 0.0);
  return learner;
}

void save(const Checkpoint& learner, const std::string& path, const std::string& data_set, std::uint64_t seed,
          const Keywords& options, std::uint64_t patterns, std::uint64_t errors) {
  Model model{learner.features, learner.state.network, {}};
  model.record.version = BITBASIN_VERSION;
  model.record.data_set = data_set;
  model.record.seed = seed;
  model.record.epochs = learner.state.epoch;
  model.record.options = options;
  model.record.train_patterns = patterns;
  model.record.train_errors = errors;
  write_model(path, model);
}

// The states behind the weights are not in a model file: they begin again as shallow as they can be.
py::tuple load(const std::string& path) {
  Model model = read_model(path);
  Checkpoint learner;
  learner.features = std::move(model.features);
  learner.state.network = std::move(model.network);
  learner.state.hidden = UnitStates(learner.state.network.weights);
  learner.state.reinforced.assign(learner.state.network.shape.all_units(), 0.0);
  learner.state.epoch = model.record.epochs;
  py::dict record;
  record["version"] = model.record.version;
  record["data_set"] = model.record.data_set;
  record["seed"] = model.record.seed;
  record["options"] = model.record.options;
  record["train_patterns"] = model.record.train_patterns;
  record["train_errors"] = model.record.train_errors;
  return py::make_tuple(std::move(learner), record);
}

py::dict curve(const Checkpoint& learner) {
  std::vector<std::uint64_t> epochs, errors, signals, updates;
  for (const EpochPoint& point : learner.curve) {
    epochs.push_back(point.epoch);
    errors.push_back(point.counts.errors);
    signals.push_back(point.counts.signals);
    updates.push_back(point.counts.updates);
  }
  py::dict columns;
  columns["epoch"] = to_array(epochs);
  columns["errors"] = to_array(errors);
  columns["signals"] = to_array(signals);
  columns["updates"] = to_array(updates);
  return columns;
}

}  // namespace

void bind_learner(py::module_& m) {
  const auto shape = [](auto member) {
    return [member](const Checkpoint& self) { return self.state.network.shape.*member; };
  };
  py::class_<Checkpoint>(m, "Network", "A committee array with the feature map in front of it.")
      .def_property_readonly("n", shape(&CommitteeShape::inputs))
      .def_property_readonly("k1", shape(&CommitteeShape::units))
      .def_property_readonly("k2", shape(&CommitteeShape::committees))
      .def_property_readonly("labels", shape(&CommitteeShape::labels))
      .def_property_readonly("depth", shape(&CommitteeShape::depth))
      .def_property_readonly("features_in", [](const Checkpoint& self) { return self.features.inputs(); })
      .def_property_readonly("rows", [](const Checkpoint& self) { return self.features.rows; })
      .def_property_readonly("columns", [](const Checkpoint& self) { return self.features.columns; })
      .def_property_readonly("epochs", [](const Checkpoint& self) { return self.state.epoch; })
      .def_property_readonly("curve", &curve)
      .def_property_readonly("weights",
                             [](const Checkpoint& self) { return to_array(self.state.network.weights); })
      .def_property_readonly("feature_map", [](const Checkpoint& self) { return self.features; })
      .def("learn", &learn_more, py::arg("x"), py::arg("labels"), py::arg("features"), py::arg("keywords"),
           py::arg("epochs"), py::arg("seed"), py::arg("threads"), py::arg("progress"),
           "Presents rows for so many epochs at most; true: nothing is left to learn.")
      .def("sums", &sums, py::arg("x"), py::arg("threads"), "The sums S_l of the last layer, a row each.")
      .def("save", &save, py::arg("path"), py::arg("data_set"), py::arg("seed"), py::arg("options"),
           py::arg("train_patterns"), py::arg("train_errors"), "Writes a model file.")
      .def(py::pickle([](const Checkpoint& self) { return py::bytes(format_checkpoint(self)); },
                      [](const py::bytes& bytes) {
                        const std::string content = bytes;
                        ByteReader reader(content, "pickled network");
                        return parse_checkpoint(reader);
                      }));
  m.def("start_network", &start, py::arg("x"), py::arg("rows"), py::arg("columns"), py::arg("shared_scale"),
        py::arg("features"), py::arg("k1"), py::arg("k2"), py::arg("labels"), py::arg("seed"),
        py::arg("threads"), py::arg("progress"), "Learns features and starts with random weights.");
  m.def("network_from_perceptron", &from_perceptron, py::arg("features"), py::arg("weights"),
        "A single perceptron as a network.");
  m.def("load_network", &load, py::arg("path"), "Reads a model file: the network and its record.");
  m.def(
      "train_options", [] { return to_list(describe(train_options())); }, "The option table of training.");
}

}  // namespace bitbasin
