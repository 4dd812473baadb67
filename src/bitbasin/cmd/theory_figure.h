// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bitbasin/theory/curve.h"

namespace bitbasin {

// The curves of one alpha.
struct TheoryCurves {
  double alpha;
  std::vector<TheoryPoint> dense;    // y*, or the requested y
  std::vector<TheoryPoint> typical;  // y = 0
};

// Generalisation errors at one alpha: of typical solutions, and of reference solutions at a distance.
struct GeneralizationRow {
  double alpha;
  double typical;
  double reference;
};

// S_I against d, unphysical parts dashed, typical curves dotted, with the bound of alpha = 0; next to it the
// generalisation errors, if there are any.
std::string theory_figure(LabelSource task, const std::vector<TheoryCurves>& curves,
                          const std::vector<GeneralizationRow>& errors, double error_distance);

}  // namespace bitbasin
