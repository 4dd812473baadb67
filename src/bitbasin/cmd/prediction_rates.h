// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "bitbasin/base/run_control.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/network/model_file.h"

namespace bitbasin {

// How fast a model is on this machine, from raw images to labels on one core.
struct PredictionRates {
  double library = 0;                // images per second
  std::optional<double> exported_c;  // the same of the exported C, if it could be compiled
  std::string compiler;              // the command that did so, or why there is none
};

// Predicts the first images several times each way, as many as take a second at most, and 10,000 at most;
// the fastest pass counts. Fails if there are no images, or if the exported C gives other labels than the
// library.
PredictionRates measure_prediction_rates(const Model& model, const ImageSet& images, RunControl& control);

// That of the library alone.
double measure_library_rate(const Model& model, const ImageSet& images, RunControl& control);

}  // namespace bitbasin
