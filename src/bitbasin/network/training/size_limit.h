// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/network/committee_array.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/network/training/training_options.h"

namespace bitbasin {

// Fewer committees, down to three for each label as in the smallest network of the paper, then fewer
// perceptrons in each, until the model is no larger than the size limit of the resolved options. Their k1 and
// k2 become those of the shape, and the robustness remains the same part of k2. `bytes` are those of the
// model apart from its network. Fails if nothing fits.
void shrink_to_limit(TrainingOptions& options, CommitteeShape& shape, const ModelBytes& bytes);

}  // namespace bitbasin
