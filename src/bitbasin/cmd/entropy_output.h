// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

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

// The distances that nobody asked for: dense where the curves of different solvers differ.
inline constexpr std::string_view kDefaultDistances = "0.01:0.1:10";

// Sets points and bethe_entropy and prints the table, with the entropy H(d) of all configurations beside it.
void report_entropy(std::span<const EntropyPoint> points, const BetheEntropy& bethe, Session& session);

}  // namespace bitbasin
