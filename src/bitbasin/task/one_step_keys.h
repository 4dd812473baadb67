// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/json/json.h"

namespace bitbasin {

// A question about one step of replica-symmetry breaking.
struct OneStepParameters {
  double alpha = 0.5;
  double m = 1;
};
const OptionTable<OneStepParameters>& one_step_options();

// The m at which saddle points were compared with finer integrals.
inline constexpr Range<double> kOneStepRange{-100, 50};

// The keys of one of the points of `theory 1rsb`: alpha, m and the saddle points.
Json one_step_keys(const OneStepParameters& parameters, RunControl& control);

}  // namespace bitbasin
