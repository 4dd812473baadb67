// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/cmd/session.h"
#include "bitbasin/entropy/local_entropy.h"

namespace bitbasin {

// The flags and the output that all `entropy` commands share.
struct EntropyFlags {
  double tolerance = 1e-7;
  std::int64_t max_sweeps = 2000;
};
const OptionTable<EntropyFlags>& entropy_flag_table();

// "0.01:0.1:10": ten distances from 0.01 to 0.1; or a list "0.01,0.02,0.05"; each from 0 to 1.
std::vector<double> parse_distances(std::string_view text);

// The distances that nobody asked for: dense where the curves of different solvers differ.
inline constexpr std::string_view kDefaultDistances = "0.01:0.1:10";

// Sets points and bethe_entropy, prints the table, and says whether everything converged.
void report_entropy(std::span<const EntropyPoint> points, const BetheEntropy& bethe, Session& session);

}  // namespace bitbasin
