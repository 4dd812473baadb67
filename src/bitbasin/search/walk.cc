// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/search/walk.h"

namespace bitbasin {

const OptionTable<WalkOptions>& walk_option_table() {
  static const OptionTable<WalkOptions> table{
      option("sweeps", &WalkOptions::sweeps, {0.0, 1e9, true}, "length of the walk in sweeps of N proposals"),
      option("points", &WalkOptions::points, {1, 100000}, "number of points to report"),
  };
  return table;
}

}  // namespace bitbasin
