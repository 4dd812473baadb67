// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bitbasin/bits/bit_vector.h"

namespace bitbasin {

// What every K-SAT solver takes beside its formula, its options and its run control. Each runs on one core:
// messages and flips follow each other.
struct SatSetup {
  std::uint64_t seed = 1;
};

// What every K-SAT solver returns: the best assignment it met, also when it was stopped.
struct SatResult {
  BitVector assignment;
  std::size_t unsatisfied = 0;   // clauses
  std::uint64_t iterations = 0;  // sweeps, proposals or flips: what the algorithm counts in
  std::uint64_t flips = 0;       // of variables of the assignment, or of the reference
  std::uint64_t messages = 0;    // computed
  std::uint64_t restarts = 0;    // fresh starts after the first

  bool solved() const { return unsatisfied == 0; }
};

}  // namespace bitbasin
