// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bitbasin/base/run_control.h"
#include "bitbasin/store/store.h"

namespace bitbasin {

struct MergeCounts {
  std::uint64_t rows = 0;   // of the source
  std::uint64_t added = 0;  // new, or done where they had failed
  std::uint64_t different =
      0;  // tasks that both have done, with different results: there is a mistake somewhere
  std::string first_different;  // the cell and seed of the first of them
};

// Adds the rows of `from` to `into`, some thousand at a time. Existing rows stay; a unit of work is a row.
MergeCounts merge_store(Store& from, Store& into, RunControl& control);

}  // namespace bitbasin
