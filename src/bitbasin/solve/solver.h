// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/base/device_choice.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/bits/bit_vector.h"

namespace bitbasin {

class RankCalls;

// An iteration of a solver, for whoever traces a run. What it has no notion of is empty.
struct TracePoint {
  std::uint64_t iteration = 0;  // of all runs, from 1
  std::uint64_t restart = 0;
  std::optional<double> reinforcement = {};
  std::optional<double> gamma = {};  // coupling to the reference
  std::optional<double> y = {};      // replicas
  std::optional<double> margin = {};
  std::size_t errors = 0;                   // of the signs of the messages, of the reference, of W
  std::optional<double> overlap = {};       // q, the mean of m^2
  std::optional<double> distance = {};      // from the reference, (1 - S) / 2
  std::optional<double> free_entropy = {};  // per variable, in nats, if the messages were at a fixed point
  std::optional<double> local_entropy = {};
  // Both last until the call returns.
  const BitVector* configuration = nullptr;  // whose errors these are
  // Of the messages, one per variable; of hidden states, h / h_max.
  std::span<const double> magnetisations = {};
};
using OnIteration = std::function<void(const TracePoint&)>;

// What every solver takes besides its problem, options and run control. A sequential solver runs on one core,
// whatever the number of threads.
struct SolveSetup {
  std::uint64_t seed = 1;
  int threads = 1;
  std::optional<Device> device = Device::cpu;  // where the algorithm has a choice; empty: the faster one
  RankCalls* ranks = nullptr;  // other processes to divide the work with, in algorithms that can
  // Told of each iteration by solvers that can be traced. Results are the same with and without.
  OnIteration on_iteration = {};
  // Leaves out of it what may cost more than an iteration: entropies and distances.
  bool brief_trace = false;
  // The one run to make, numbered like restarts, in solvers that have them; empty: all, one after the other.
  std::optional<std::uint64_t> only_run = {};
  // The fields that the first run starts from, in solvers that can be resumed; none: their own.
  std::vector<double> fields = {};
  // Whether those at the end are wanted: a solver that combines others then begins with one that has them.
  bool wants_fields = false;
  // Takes the text of a proof, in solvers that can prove that there is no solution. It is one only if they
  // end with SolveResult::refuted.
  std::function<void(std::string_view)> on_proof = {};

  bool wants_run(std::uint64_t run) const { return !only_run || run == *only_run; }
};

// What every solver returns: the best configuration it found, even if it was stopped.
struct SolveResult {
  BitVector configuration;
  std::size_t violations = 0;       // constraints that it violates, by the solver's own count
  std::uint64_t iterations = 0;     // sweeps, proposals or flips: the algorithm's own unit
  std::uint64_t restarts = 0;       // fresh starts after the first
  std::uint64_t flips = 0;          // of single variables, for searches that move that way
  std::uint64_t messages = 0;       // computed, for algorithms that pass messages
  std::vector<double> fields = {};  // of the messages at the end, for solvers that can be resumed
  bool refuted = false;             // whether it is proved that there is no solution
  std::string found_by = {};        // who had the answer, for solvers that combine others; empty: nobody

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
