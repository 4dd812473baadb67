// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bitbasin/base/run_control.h"
#include "bitbasin/store/store.h"

namespace bitbasin {

struct MergeCounts {
  std::uint64_t rows = 0;       // of the source
  std::uint64_t added = 0;      // new, or done where they had failed
  std::uint64_t different = 0;  // tasks that both have done, with different results: a mistake somewhere
  std::string first_different;  // the cell and seed of the first of them
};

// Adds what `from` has to `into`, some thousand rows at a time. What is there stays; a unit of work is a row.
MergeCounts merge_store(Store& from, Store& into, RunControl& control);

}  // namespace bitbasin
