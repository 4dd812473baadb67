// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "bitbasin/base/device_choice.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/bits/bit_vector.h"

namespace bitbasin {

// What every solver takes besides its problem, options and run control. A sequential solver runs on one core,
// whatever the number of threads.
struct SolveSetup {
  std::uint64_t seed = 1;
  int threads = 1;
  std::optional<Device> device = Device::cpu;  // where the algorithm has a choice; empty: the faster one
};

// What every solver returns: the best configuration it found, even if it was stopped.
struct SolveResult {
  BitVector configuration;
  std::size_t violations = 0;    // constraints that it violates, by the solver's own count
  std::uint64_t iterations = 0;  // sweeps, proposals or flips: the algorithm's own unit
  std::uint64_t restarts = 0;    // fresh starts after the first
  std::uint64_t flips = 0;       // of single variables, for searches that move that way
  std::uint64_t messages = 0;    // computed, for algorithms that pass messages

  bool solved() const { return violations == 0; }

  // Keeps another configuration if it violates fewer constraints.
  void offer(const BitVector& other, std::size_t violated) {
    if (violated >= violations) return;
    violations = violated;
    configuration = other;
  }
};

// An algorithm whose options have been read and checked, ready to solve.
template <class Problem>
struct Solver {
  std::string name;       // of the algorithm
  std::string canonical;  // the spec string that names every option
  std::string shortest;   // the spec string without options that have their defaults
  std::function<SolveResult(const Problem&, const SolveSetup&, RunControl&)> solve;
};

}  // namespace bitbasin
