// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/json/json.h"

namespace bitbasin {

// A question about where the y* curve ceases to be physical at one alpha.
struct EdgesParameters {
  double alpha = 0.78;
  double low = 0.001;
};
const OptionTable<EdgesParameters>& edges_options();

// The keys of `theory edges`.
Json edges_keys(const EdgesParameters& parameters, int threads, RunControl& control);

}  // namespace bitbasin
