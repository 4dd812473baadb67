// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/factors/factor_graph.h"
#include "bitbasin/factors/factor_state.h"
#include "bitbasin/search/estimator.h"

namespace bitbasin {

// When messages count as converged.
struct FactorConvergence {
  double tolerance = 1e-7;  // largest change of a message
  std::int64_t max_sweeps = 2000;
};

// Belief propagation over the tables of a graph (an Estimator). The message of constraint a to variable i is
// a field,
//
//   u_ai = 1/2 ln Z_ai(+1) / Z_ai(-1),   Z_ai(s) = sum over s_j, s_i = s, of psi_a prod_{j != i} p_ja(s_j),
//   p_ja(s) ~ exp(s (h_j + gamma W~_j - u_aj)),   h_j = sum_a u_aj,
//
// where psi_a is 1 for allowed values and exp(-beta) for the rest. Constraints are updated in turn, each with
// the latest messages.
class FactorMessages {
 public:
  FactorMessages(const FactorGraph& graph, const FactorConvergence& convergence);

  std::size_t variables() const { return graph_.variables(); }
  void start(const BitVector& reference, double gamma, Stream& stream);
  const BitVector& reference() const { return state_.configuration(); }
  std::size_t energy() const { return static_cast<std::size_t>(state_.energy()); }
  double gamma() const { return gamma_; }
  void set_gamma(double gamma) { gamma_ = gamma; }
  void flip(std::size_t i);
  double field(std::size_t i) const { return fields_[i]; }
  const IndexSet& mismatches() const { return mismatches_; }
  Convergence iterate(RunControl& control);
  Convergence reconverge(RunControl& control);
  double free_entropy() const;

  struct State {
    std::vector<double> messages;
    BitVector reference;
    double gamma;
  };
  State save() const { return {messages_, reference(), gamma_}; }
  void restore(const State& state);

 private:
  double cavity(std::size_t edge) const;
  double sum_table(std::size_t factor, std::vector<double>& up, std::vector<double>& down) const;
  double update(std::size_t factor);
  void set_fields();
  void note_mismatch(std::size_t i) { mismatches_.set(i, fields_[i] * reference().sign(i) < 0); }

  const FactorGraph& graph_;
  FactorConvergence convergence_;
  double violated_;  // exp(-beta)
  FactorState state_;
  double gamma_ = 0;
  std::vector<double> messages_;  // by edges
  std::vector<double> fields_;
  IndexSet mismatches_;
  std::vector<double> up_, down_;  // of one constraint
};

}  // namespace bitbasin
