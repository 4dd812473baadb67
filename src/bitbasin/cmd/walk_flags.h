// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bitbasin/base/options.h"

namespace bitbasin {

// How long a walk over solutions is, and how often it is looked at.
struct WalkFlags {
  double sweeps = 100;
  std::uint64_t points = 20;
};

inline const OptionTable<WalkFlags>& walk_flag_table() {
  static const OptionTable<WalkFlags> table{
      option("sweeps", &WalkFlags::sweeps, {0.0, 1e9, true}, "length of the walk, in N proposals"),
      option("points", &WalkFlags::points, {1, 100000}, "points that are reported"),
  };
  return table;
}

}  // namespace bitbasin
