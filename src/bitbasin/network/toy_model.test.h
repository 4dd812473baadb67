// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bitbasin/features/images/glyphs.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/network/toy_network.test.h"

namespace bitbasin {

// A model with learned features and random weights, whose answers are good enough for comparisons.
inline Model toy_model(const std::string& features, const ImageSet& train, const CommitteeShape& sizes) {
  RunControl control;
  Model model;
  model.features = fit_feature_map(parse_feature_spec(features), train, {}, 1, 1, control);
  CommitteeShape shape = sizes;
  shape.inputs = model.features.outputs();
  shape.depth = model.features.depth;
  shape.labels = static_cast<std::size_t>(train.classes);
  model.network = random_network(shape, 7);
  model.record = {"0.1", "toy", 1, 12, {{"features", features}, {"robustness", "3"}}, 200, 1, 50, 2, {}};
  model.record.confusion.assign(shape.labels * shape.labels, 3);
  return model;
}

}  // namespace bitbasin
