// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "bitbasin/data/image_set.h"
#include "bitbasin/network/training/training_options.h"

namespace bitbasin {

// Whole recipes, each under its own name. doc/measurements/networks.md and fashion.md explain how their
// numbers were chosen.
std::span<const TrainingOptions> training_presets();
const TrainingOptions& training_preset(std::string_view name);  // fails with a sentence that lists them

// The options with every `auto` filled in from their preset, and every option of the features named, so that
// a later change of a preset does not change their meaning. Fails if a preset or a stage is unknown, or if
// the sizes are invalid. Resolved options stay as they are.
TrainingOptions resolve(const TrainingOptions& options);

// The same for given images: if they are too small for the patches of the presets, or are not images, `auto`
// features are the units of a Boltzmann machine. For pictures that fill their frame, `auto` features neither
// deskew nor deform, and `best` has other sizes and, without a size limit, several voters.
TrainingOptions resolve(const TrainingOptions& options, const ImageSet& images);

}  // namespace bitbasin
