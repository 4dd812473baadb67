// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/sat/messages/bp.h"
#include "bitbasin/sat/occurrences.h"
#include "bitbasin/sat/search/true_counts.h"
#include "bitbasin/search/estimator.h"

namespace bitbasin {

// When messages count as converged.
struct SatConvergence {
  double tolerance = 0.1;  // largest change of a message u
  std::int64_t max_sweeps = 300;
};

// The solutions of a formula around a reference assignment, by belief propagation (an Estimator; the field
// h_i is half of the D_i of bp.h, and the external field gamma W~_i is half of X_i). After flips only the
// clauses around them are updated: a message that changes by more than the tolerance wakes the clauses that
// read it. With a tolerance of 0.1 the searches reach the same places as with 0.003, for a tenth of the work.
// A change of gamma takes whole sweeps.
class SatEstimator {
 public:
  // Of a prepared formula. Results are the same for any number of threads.
  SatEstimator(const Formula& formula, const SatConvergence& convergence, int threads = 1);

  const Occurrences& occurrences() const { return occurrences_; }
  std::size_t variables() const { return bp_.formula().variables; }
  void start(const BitVector& reference, double gamma, Stream& stream);
  const BitVector& reference() const { return counts_.assignment(); }
  std::size_t energy() const { return counts_.unsatisfied(); }
  double gamma() const { return gamma_; }
  void set_gamma(double gamma);
  void flip(std::size_t i);
  void flip_all(std::span<const std::uint32_t> variables);  // each once
  double field(std::size_t i) const { return bp_.constraint_field(i) / 2; }
  const IndexSet& mismatches() const { return mismatches_; }
  Convergence iterate(RunControl& control);
  Convergence reconverge(RunControl& control);
  double free_entropy() const { return bp_.free_entropy(); }

  struct State {
    std::vector<double> messages;
    BitVector reference;
    double gamma;
  };
  State save() const;
  void restore(const State& state);

 private:
  void tilt(std::size_t i) { bp_.set_external(i, 2 * gamma_ * reference().sign(i)); }
  void follow_flip(std::size_t i);
  bool is_mismatch(std::size_t i) const { return bp_.constraint_field(i) * reference().sign(i) < 0; }
  void note_mismatch(std::size_t i) { mismatches_.set(i, is_mismatch(i)); }
  void tilt_all();
  void find_mismatches();
  void wake(std::uint32_t clause) {
    if (awake_[clause]) return;
    awake_[clause] = 1;
    queue_.push_back(clause);
  }
  void let_sleep();
  Convergence follow_changes(RunControl& control);

  SatConvergence convergence_;
  int threads_;
  Occurrences occurrences_;
  SatBp bp_;
  TrueCounts counts_;
  IndexSet mismatches_;
  std::vector<std::uint64_t> turned_;  // by bits: mismatches that appear or disappear
  double gamma_ = 0;
  bool all_changed_ = true;           // fields have changed everywhere
  std::vector<std::uint32_t> queue_;  // clauses to update, from next_ on, in the order they were woken
  std::size_t next_ = 0;
  std::vector<std::uint8_t> awake_;  // whether a clause is in the queue
  std::uint64_t sweeps_ = 0;
};

static_assert(Estimator<SatEstimator>);

}  // namespace bitbasin
