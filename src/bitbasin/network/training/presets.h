// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "bitbasin/data/image_set.h"
#include "bitbasin/network/training/training_options.h"

namespace bitbasin {

// Whole recipes, each under its own name. How their numbers were chosen, and what with, is told in
// doc/measurements/networks.md.
std::span<const TrainingOptions> training_presets();
const TrainingOptions& training_preset(std::string_view name);  // fails with a sentence that lists them

// The options with what is `auto` filled in from their preset, and every option of the features named: a
// later change of a preset does not change what they mean. Fails where a preset or a stage is unknown, or
// where the sizes cannot be used. What is resolved stays as it is.
TrainingOptions resolve(const TrainingOptions& options);

// The same for these images: where they are too small for the patches of the presets, or no images, features
// that are `auto` are the units of a Boltzmann machine.
TrainingOptions resolve(const TrainingOptions& options, const ImageSet& images);

}  // namespace bitbasin
