// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/messages/clause_groups.h"
#include "bitbasin/sat/messages/clause_kernel.h"

namespace bitbasin {

// Belief propagation on a prepared formula (see prepare.h), with an external field X_i on each variable.
// Edge e joins clause a and variable i; J_e = +-1 is the value of i that satisfies a. State:
//
//   u_e = log of the weight of W_i = -J_e in the message a -> i, that of W_i = J_e being 1
//   total_i = D_i + X_i with D_i = sum_{e at i} (-J_e u_e), which is twice the field h_i
//
//   zeta_e = 1 / (1 + exp(J_e total_i + u_e))             the probability that i does not satisfy a
//   u_e   <- log(1 - prod_{e' in a, e' != e} zeta_e')
//
// The fields follow each message at once, except within blocks of 16 clauses, which see the same fields, and
// within the groups of large formulas (clause_groups.h), which threads share. W_i has the mean
// tanh(total_i / 2). Memory: 8 bytes per literal and 16 per variable in addition to the formula.
class SatBp {
 public:
  // Sweeps after which a caller sums the fields anew: rounding adds up to 1e-14 in between.
  static constexpr std::uint64_t kRefreshEvery = 64;

  // Keeps a reference. Formulas with many clauses are updated in groups.
  explicit SatBp(const Formula& formula, int threads = 1,
                 std::size_t many_clauses = ClauseGroups::kManyClauses);

  const Formula& formula() const { return formula_; }
  std::span<const double> messages() const { return u_; }
  double total(std::size_t i) const { return total_[i]; }
  double external(std::size_t i) const { return external_[i]; }
  double constraint_field(std::size_t i) const { return total_[i] - external_[i]; }  // D_i

  // Small random messages; the external fields stay.
  void start(Stream& stream);
  void set_messages(std::span<const double> u);

  void set_external(std::size_t i, double x) {
    total_[i] += x - external_[i];
    external_[i] = x;
  }

  // Updates every message once, clause by clause in order. Returns the largest change of a message.
  double sweep();

  // Updates the messages of at most 16 clauses of one length at once, and calls on_change(clause, variable,
  // change) for each.
  template <class OnChange>
  void update(std::span<const std::uint32_t> clauses, OnChange on_change);

  // Recomputes the totals from the messages, to remove accumulated rounding.
  void refresh();

  // The Bethe free entropy log Z, to second order in how far the messages are from a fixed point.
  double free_entropy() const;

 private:
  // What the kernel works on.
  struct Workspace {
    AlignedArray<double> rows;
    AlignedArray<double> scratch;
  };

  // What a message takes from the field of a variable.
  struct FieldChange {
    double size;
    std::uint32_t variable;
  };

  // Computes the messages of some clauses, blocks of one length at a time. put(e, u) stores each and returns
  // its change; returns the largest of these.
  template <class Put>
  double pass(std::size_t first_clause, std::size_t end_clause, Workspace& workspace, Put put);
  double sweep_in_groups();

  // J x, without a branch: signs are random, and mispredicted branches would make a sweep 2.5 times as slow.
  static double signed_by(Literal literal, double x) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) ^ std::uint64_t{literal} << 63);
  }
  double input(std::size_t e) const {
    const Literal literal = formula_.literals[e];
    return signed_by(literal, total_[variable_of(literal)]) + u_[e];
  }
  // Puts a new message in place and returns its change.
  double store(std::size_t e, double u) {
    const Literal literal = formula_.literals[e];
    const double change = u - u_[e];
    u_[e] = u;
    total_[variable_of(literal)] -= signed_by(literal, change);
    return change;
  }

  const Formula& formula_;
  AlignedArray<double> u_;
  AlignedArray<double> total_;
  AlignedArray<double> external_;
  ClauseKernel kernel_;
  int threads_;
  std::vector<Workspace> workspaces_;  // of the threads
  std::optional<ClauseGroups> groups_;
  AlignedArray<FieldChange> changes_;  // by the messages of a group
};

template <class OnChange>
void SatBp::update(std::span<const std::uint32_t> clauses, OnChange on_change) {
  const std::size_t length = formula_.clause(clauses[0]).size();
  auto& [rows, scratch] = workspaces_[0];
  for (std::size_t c = 0; c < clauses.size(); ++c) {
    const std::size_t first = formula_.offsets[clauses[c]];
    for (std::size_t k = 0; k < length; ++k) rows[k * kClauseLanes + c] = input(first + k);
  }
  kernel_(rows.data(), scratch.data(), length);
  for (std::size_t c = 0; c < clauses.size(); ++c) {
    const std::size_t first = formula_.offsets[clauses[c]];
    for (std::size_t k = 0; k < length; ++k) {
      const double change = store(first + k, rows[k * kClauseLanes + c]);
      on_change(clauses[c], variable_of(formula_.literals[first + k]), change);
    }
  }
}

}  // namespace bitbasin
