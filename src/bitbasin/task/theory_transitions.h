// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "bitbasin/base/run_control.h"
#include "bitbasin/json/json.h"
#include "bitbasin/task/theory_options.h"

namespace bitbasin {

struct TransitionsParameters {
  TheoryOptions theory;
  std::string alpha = "0.3,0.5,0.7";
};
const OptionTable<TransitionsParameters>& transitions_table();

// Where q1 reaches S and S_I turns negative (random labels only), and where y* diverges for each alpha:
// overlap, entropy and divergence. `on_line` is called with a sentence about each as soon as it is known.
// Results that `control` prevented are missing.
Json transition_keys(const TransitionsParameters& parameters, int threads, RunControl& control,
                     const std::function<void(std::string_view)>& on_line = {});

}  // namespace bitbasin
