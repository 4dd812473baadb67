// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/training.h"

#include <fmt/format.h>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/base/version.h"
#include "bitbasin/network/classify.h"
#include "bitbasin/network/training/presets.h"
#include "bitbasin/python/arrays.h"
#include "bitbasin/python/bind.h"
#include "bitbasin/python/option_rows.h"
#include "bitbasin/python/python_run.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

constexpr const char* kDataSet = "python";

using Labels = py::array_t<std::uint16_t, py::array::c_style | py::array::forcecast>;

// Sets the labels of the images, which must be below `classes`.
void set_labels(ImageSet& images, const Labels& labels, std::size_t classes) {
  images.labels.assign(labels.data(), labels.data() + labels.size());
  if (images.labels.size() != images.size()) {
    fail("expected {}, one for each row, got {}", counted(images.size(), "label"), images.labels.size());
  }
  for (const std::uint16_t label : images.labels) {
    if (label >= classes) fail("expected labels below {}, got {}", classes, label);
  }
  images.classes = static_cast<int>(classes);
}

// The options from keywords, by the table that the command line uses.
TrainingOptions read_keywords(const Keywords& keywords, std::uint64_t seed) {
  TrainingOptions options = from_keywords("train", training_options(), keywords);
  options.dataset = kDataSet;
  options.seed = seed;
  return resolve(options);
}

// The network, and whether nothing is left to learn. The first images determine scaling and features.
py::tuple trained(const TrainingOptions& options, DataSet data, std::optional<Checkpoint> found,
                  std::optional<int> threads, const py::object& progress) {
  const int count = thread_count(threads);
  PythonRun run(0, {}, progress);
  auto [network, learnt] = run([&](RunControl& control) {
    const auto training = Training::start(options, std::move(data), std::move(found), count, control);
    if (!training) return std::pair(Checkpoint{}, false);  // stopped; Python raises the error
    training->run(control);
    return std::pair(training->checkpoint(), training->learnt());
  });
  return py::make_tuple(std::move(network), learnt);
}

py::tuple train(const py::array& x, const Labels& labels, int rows, int columns, bool shared_scale,
                std::size_t classes, const Keywords& keywords, std::uint64_t seed, std::optional<int> threads,
                const py::object& progress) {
  DataSet data;
  data.scaling = fit_scaling(x, shared_scale);
  data.train = to_images(x, rows, columns, data.scaling);
  set_labels(data.train, labels, classes);
  return trained(read_keywords(keywords, seed), std::move(data), {}, threads, progress);
}

// Other images may follow. The given network is not changed: an interrupt must not leave it in the middle of
// an epoch of images that no longer exist.
py::tuple train_more(const Checkpoint& found, const py::array& x, const Labels& labels,
                     const Keywords& keywords, std::uint64_t seed, std::optional<int> threads,
                     const py::object& progress) {
  if (!found.voters.empty()) fail("expected a single network to train more, got one of several voters");
  const FeatureMap& map = found.features;
  DataSet data;
  data.train = to_images(x, map.rows, map.columns, map.scaling);
  set_labels(data.train, labels, found.state.network.shape.labels);
  TrainingOptions options = read_keywords(keywords, seed);
  *options.epochs += static_cast<std::int64_t>(found.state.epoch);
  return trained(options, std::move(data), found, threads, progress);
}

// The voters of a training, in their order.
Model model_of(const Checkpoint& network) {
  if (network.voters.empty()) return {network.features, network.state.network, {}};
  std::vector<Voter> others(network.voters.begin() + 1, network.voters.end());
  others.push_back({network.features, network.state.network});
  return {network.voters[0].features, network.voters[0].network, {}, std::move(others)};
}

py::array_t<int> sums(const Checkpoint& network, const py::array& x, std::optional<int> threads,
                      const std::string& views) {
  const FeatureMap& map = network.features;
  Model model = model_of(network);
  change_views(model, parse_views(views));
  const ImageSet images = to_images(x, map.rows, map.columns, map.scaling);
  const int count = thread_count(threads);
  const std::vector<int> all = [&] {
    const py::gil_scoped_release unlocked;
    return sum_votes(model, images, count);
  }();
  const auto labels = static_cast<py::ssize_t>(network.state.network.shape.labels);
  return py::array_t<int>({static_cast<py::ssize_t>(images.size()), labels}, all.data());
}

// A perceptron is a committee of one that votes for the second label.
Checkpoint from_perceptron(const FeatureMap& features, const py::array& weights) {
  const BitVector bits = to_bit_vector(weights, "weights");
  const CommitteeShape shape{features.outputs(), 1, 1, 2, features.depth};
  if (bits.size() != shape.inputs) {
    fail("expected {} weights, one per bit, got {}", shape.inputs, bits.size());
  }
  CommitteeArray network = make_committee_array(shape, 0);
  network.outputs.set(0, 0, false);
  network.outputs.set(1, 0, true);
  std::ranges::copy(bits.words(), network.weights.row(0).begin());
  return {"", features, start_training(std::move(network)), {}};
}

void save(const Checkpoint& network, const std::string& path, std::uint64_t seed, const Keywords& options,
          std::uint64_t patterns, std::uint64_t errors, const std::string& views) {
  Model model = model_of(network);
  change_views(model, parse_views(views));
  model.record.version = version();
  model.record.data_set = kDataSet;
  model.record.seed = seed;
  model.record.epochs = network.state.epoch;
  model.record.options = options;
  model.record.train_patterns = patterns;
  model.record.train_errors = errors;
  write_model(path, model);
}

// The states behind the weights are not in a model file: they start again as shallow as possible.
py::tuple load(const std::string& path) {
  Model model = read_model(path);
  std::vector<Voter> voters = std::move(model.others);
  voters.insert(voters.begin(), Voter{std::move(model.features), std::move(model.network)});
  Voter last = std::move(voters.back());
  voters.pop_back();
  Checkpoint network{
      "", std::move(last.features), start_training(std::move(last.network)), {}, std::move(voters)};
  network.state.epoch = model.record.epochs;
  py::dict record;
  record["version"] = model.record.version;
  record["data_set"] = model.record.data_set;
  record["seed"] = model.record.seed;
  record["options"] = model.record.options;
  record["views"] = to_string(model.views);
  record["train_patterns"] = model.record.train_patterns;
  record["train_errors"] = model.record.train_errors;
  return py::make_tuple(std::move(network), record);
}

py::dict curve(const Checkpoint& network) {
  std::vector<std::uint64_t> epochs, errors, signals, updates;
  for (const EpochPoint& point : network.curve) {
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

void bind_training(py::module_& m) {
  const auto shape = [](auto member) {
    return [member](const Checkpoint& self) { return self.state.network.shape.*member; };
  };
  py::class_<Checkpoint>(m, "Network", "A committee array with the feature map in front of it.")
      .def_property_readonly("n", shape(&CommitteeShape::inputs))
      .def_property_readonly("k1", shape(&CommitteeShape::units))
      .def_property_readonly("k2", shape(&CommitteeShape::committees))
      .def_property_readonly("voters", [](const Checkpoint& self) { return self.voters.size() + 1; })
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
      .def("train_more", &train_more, py::arg("x"), py::arg("labels"), py::arg("keywords"), py::arg("seed"),
           py::arg("threads"), py::arg("progress"),
           "The network after some more epochs, and whether nothing is left to learn.")
      .def("sums", &sums, py::arg("x"), py::arg("threads"), py::arg("views") = std::string(kNoViews),
           "The sums S_l of the last layer over all views, a row each.")
      .def("save", &save, py::arg("path"), py::arg("seed"), py::arg("options"), py::arg("train_patterns"),
           py::arg("train_errors"), py::arg("views") = std::string(kNoViews), "Writes a model file.")
      .def(py::pickle([](const Checkpoint& self) { return py::bytes(format_checkpoint(self)); },
                      [](const py::bytes& bytes) {
                        const std::string content = bytes;
                        ByteReader reader(content, "pickled network");
                        return parse_checkpoint(reader);
                      }));
  m.def("train_network", &train, py::arg("x"), py::arg("labels"), py::arg("rows"), py::arg("columns"),
        py::arg("shared_scale"), py::arg("classes"), py::arg("keywords"), py::arg("seed"), py::arg("threads"),
        py::arg("progress"), "Learns features, then a network; and whether nothing is left to learn.");
  m.def("network_from_perceptron", &from_perceptron, py::arg("features"), py::arg("weights"),
        "A single perceptron as a network.");
  m.def("load_network", &load, py::arg("path"), "Reads a model file: the network and its record.");
  m.def(
      "training_options", [] { return to_list(describe(training_options())); },
      "The option table of training.");
}

}  // namespace bitbasin
