// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/theory/task.h"

namespace bitbasin {

// The flags that every command about the theory has.
struct TheoryFlags {
  TheoryTask task = TheoryTask::classify;
};
const OptionTable<TheoryFlags>& theory_flag_table();

// "0.3,0.5,0.7": numbers in a range, separated by commas.
std::vector<double> parse_list(std::string_view label, std::string_view text, const Range<double>& range);

// "a:b:n": n distances from a to b in equal steps.
std::vector<double> parse_distances(std::string_view label, std::string_view text);

// Distances and alphas that the theory covers. Closer than 1e-4 nothing was ever checked.
inline constexpr Range<double> kDistanceRange{1e-4, 0.45};
inline constexpr Range<double> kAlphaRange{0, 1.6, true};

}  // namespace bitbasin
