// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "bitbasin/base/run_control.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/network/training/epoch_point.h"
#include "bitbasin/network/training/training_options.h"

namespace bitbasin {

// Trains a network on the training images and evaluates it on the test images, once and not if images are
// held out for validation: the model has the errors in its record. Returns nothing if `control` stops it
// before there is a network; if stopped later, the model as far as it got. `on_epoch` is called after each
// epoch. To resume from a checkpoint, see Training.
std::optional<Model> train(const TrainingOptions& options, DataSet data, int threads, RunControl& control,
                           const std::function<void(const EpochPoint&)>& on_epoch = {});

}  // namespace bitbasin
