// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/data/image_set.h"
#include "bitbasin/features/feature_spec.h"
#include "bitbasin/network/committee_array.h"

namespace bitbasin {

// About how long it takes from a raw image to its label, in nanoseconds of one core with AVX-512. A search
// may not depend on the clock, so this follows from sizes, with the rates of doc/measurements/features.md.
double prediction_work(const FeatureSpec& features, int rows, int columns, const CommitteeShape& shape);

}  // namespace bitbasin
