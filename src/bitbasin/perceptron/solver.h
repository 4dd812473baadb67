// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bitbasin/bits/bit_vector.h"

namespace bitbasin {

// What every solver takes beside its problem, its options and its run control.
struct SolveSetup {
  std::uint64_t seed = 1;
  int threads = 1;
};

// What every solver returns: the best weights it met, also when it was stopped.
struct SolveResult {
  BitVector weights;
  std::size_t errors = 0;        // patterns with x . W <= 0
  std::uint64_t iterations = 0;  // sweeps over all patterns, or what else the algorithm counts in
  std::uint64_t restarts = 0;    // fresh starts after the first
  std::uint64_t flips = 0;       // of single synapses, by searches that move that way
  std::uint64_t messages = 0;    // computed, by such searches

  bool solved() const { return errors == 0; }
};

}  // namespace bitbasin
