// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bitbasin/base/options.h"
#include "bitbasin/json/json.h"
#include "bitbasin/perceptron/online/learn_stream.h"

namespace bitbasin {

// Online learning of a teacher: what is asked for.
struct StreamParameters {
  std::int64_t n = 1001;
  std::optional<double> alpha;  // patterns per synapse at most; none: no limit
  std::string algorithm{kDefaultStreamRule};
};
const OptionTable<StreamParameters>& stream_options();

// The number of patterns at most, 0 for no limit. Fails on an even N, and if there would be no pattern.
std::uint64_t most_patterns(const StreamParameters& parameters);

// What came of it, and its keys without times.
struct LearnedStream {
  StreamResult result;
  Json keys;
};
LearnedStream learn_keys(const StreamParameters& parameters, std::uint64_t seed, RunControl& control,
                         const OnStreamPoint& on_point = {});

}  // namespace bitbasin
