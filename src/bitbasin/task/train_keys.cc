// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/train_keys.h"

namespace bitbasin {
namespace {

Json curve_of(const std::vector<EpochPoint>& curve) {
  Json points = Json::array();
  for (const EpochPoint& p : curve) {
    Json point = {{"epoch", p.epoch},
                  {"errors", p.counts.errors},
                  {"signals", p.counts.signals},
                  {"updates", p.counts.updates}};
    if (p.validation_error) point["validation_error"] = *p.validation_error;
    points.push_back(std::move(point));
  }
  return points;
}

}  // namespace

void describe_training(const Training& training, Json& keys) {
  const auto put = [&](std::initializer_list<std::string_view> names) {
    for (const auto& [name, value] : chosen(training.options(), names)) keys[name] = to_json(value);
  };
  const CommitteeShape& shape = training.network().shape;
  const auto& curve = training.curve();
  put({"dataset", "features"});
  keys["voters"] = training.voters();
  keys["n"] = shape.inputs;
  keys["depth"] = shape.depth;
  put({"k1", "k2", "robustness", "reinforcement", "growth", "flip", "views"});
  keys["train_images"] = training.on_train().patterns;
  keys["train_errors"] = training.on_train().strict_errors;
  keys["least_margin"] = training.on_train().least_margin;
  if (!curve.empty() && curve.back().validation_error) {
    keys["validation_error"] = *curve.back().validation_error;
  }
  if (training.on_test().patterns > 0) {
    keys["test_images"] = training.on_test().patterns;
    keys["test_error"] = training.on_test().error();
    keys["test_errors"] = training.on_test().errors;
  }
  keys["epochs"] = training.epoch();
  keys["learnt"] = training.learnt();
  keys["model_bytes"] = model_content(training.model()).size();
  keys["curve"] = curve_of(curve);
}

void describe_units(const Training& training, Json& keys) {
  const FeatureMap& map = training.features();
  const auto* thresholds = map.parts.size() == 1 ? std::get_if<PixelThresholds>(&map.parts[0]) : nullptr;
  if (thresholds == nullptr) return;
  const CommitteeArray& network = training.network();
  Json units = Json::array();
  for (std::size_t j = 0; j < network.shape.units; ++j) {
    std::string picture(map.inputs(), '.');
    for (std::size_t i = 0; i < thresholds->pixels.size(); ++i) {
      picture[thresholds->pixels[i]] = network.weights.sign(network.shape.unit(j, 0), i) > 0 ? '+' : '-';
    }
    units.push_back(std::move(picture));
  }
  keys["unit_images"] = {{"rows", map.rows}, {"columns", map.columns}, {"units", std::move(units)}};
}

}  // namespace bitbasin
