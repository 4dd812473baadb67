// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace bitbasin {

// Counts over the presentations of an epoch; the weights change meanwhile.
struct EpochCounts {
  std::uint64_t presentations = 0;
  std::uint64_t errors = 0;   // wrong or tied
  std::uint64_t signals = 0;  // margin less than r, errors included
  std::uint64_t updates = 0;  // units that learnt

  bool operator==(const EpochCounts&) const = default;
};

// One epoch of a learning curve.
struct EpochPoint {
  std::uint64_t epoch = 0;  // from 1
  EpochCounts counts;
  std::optional<double> validation_error;

  bool operator==(const EpochPoint&) const = default;
};

}  // namespace bitbasin
