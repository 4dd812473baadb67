// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/factors/factor_messages.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "bitbasin/math/hyperbolic.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {

static_assert(Estimator<FactorMessages>);

namespace {

// A constraint that forces a variable would send infinity; tanh is 1 from here on.
constexpr double kMostField = 20;

// Messages start small and different: from all zeros, symmetric problems would never move.
constexpr double kFirstMessages = 0.01;

}  // namespace

FactorMessages::FactorMessages(const FactorGraph& graph, const FactorConvergence& convergence)
    : graph_(graph),
      convergence_(convergence),
      violated_(portable_exp(-graph.beta())),
      state_(graph),
      messages_(graph.scopes().size()),
      fields_(graph.variables()),
      mismatches_(graph.variables()) {}

void FactorMessages::start(const BitVector& reference, double gamma, Stream& stream) {
  state_.assign(reference);
  gamma_ = gamma;
  for (double& u : messages_) u = kFirstMessages * (2 * uniform_open(stream) - 1);
  set_fields();
}

void FactorMessages::restore(const State& state) {
  state_.assign(state.reference);
  gamma_ = state.gamma;
  messages_ = state.messages;
  set_fields();
}

void FactorMessages::set_fields() {
  std::ranges::fill(fields_, 0.0);
  for (std::size_t e = 0; e < messages_.size(); ++e) fields_[graph_.scopes()[e]] += messages_[e];
  for (std::size_t i = 0; i < variables(); ++i) note_mismatch(i);
}

void FactorMessages::flip(std::size_t i) {
  state_.flip(i);
  note_mismatch(i);
}

double FactorMessages::cavity(std::size_t edge) const {
  const std::uint32_t i = graph_.scopes()[edge];
  return fields_[i] + gamma_ * reference().sign(i) - messages_[edge];
}

// Z_ai(+1) and Z_ai(-1) of every variable of a constraint, and Z_a = sum of psi_a prod_j p_ja.
double FactorMessages::sum_table(std::size_t factor, std::vector<double>& up,
                                 std::vector<double>& down) const {
  const std::size_t k = graph_.scope(factor).size();
  std::array<std::array<double, 2>, FactorGraph::kMostScope> p;
  for (std::size_t j = 0; j < k; ++j) {
    p[j][1] = 1 / (1 + portable_exp(-2 * cavity(graph_.first_edge(factor) + j)));
    p[j][0] = 1 - p[j][1];
  }
  up.assign(k, 0);
  down.assign(k, 0);
  double total = 0;
  std::array<double, FactorGraph::kMostScope + 1> before;  // products of the first j factors
  before[0] = 1;
  for (std::uint32_t bits = 0; bits < std::uint32_t{1} << k; ++bits) {
    const double weight = graph_.allows(factor, bits) ? 1 : violated_;
    if (weight == 0) continue;
    for (std::size_t j = 0; j < k; ++j) before[j + 1] = before[j] * p[j][bits >> j & 1];
    total += weight * before[k];
    double after = weight;
    for (std::size_t j = k; j-- > 0;) {
      (bits >> j & 1 ? up : down)[j] += before[j] * after;
      after *= p[j][bits >> j & 1];
    }
  }
  return total;
}

// Returns the largest change of a message.
double FactorMessages::update(std::size_t factor) {
  sum_table(factor, up_, down_);
  const std::size_t first = graph_.first_edge(factor);
  double largest = 0;
  for (std::size_t j = 0; j < up_.size(); ++j) {
    // Both are zero if the other variables leave no allowed value: then the message stays as it is.
    double u = up_[j] + down_[j] > 0 ? (portable_log(up_[j]) - portable_log(down_[j])) / 2 : 0;
    u = std::clamp(u, -kMostField, kMostField);
    const double change = u - messages_[first + j];
    messages_[first + j] = u;
    fields_[graph_.scopes()[first + j]] += change;
    largest = std::max(largest, std::abs(change));
  }
  return largest;
}

Convergence FactorMessages::iterate(RunControl& control) {
  double largest = 0;
  if (!control.spend(std::max<std::size_t>(1, messages_.size()))) return {};
  for (std::size_t a = 0; a < graph_.factors(); ++a) largest = std::max(largest, update(a));
  set_fields();  // from scratch, because updates would accumulate rounding errors
  return {largest <= convergence_.tolerance, messages_.size()};
}

Convergence FactorMessages::reconverge(RunControl& control) {
  Convergence all;
  for (std::int64_t t = 0; t < convergence_.max_sweeps && !all.converged; ++t) {
    const Convergence sweep = iterate(control);
    all.converged = sweep.converged;
    all.updates += sweep.updates;
    if (control.stop_reason() != StopReason::none) break;
  }
  return all;
}

// F = sum_a ln Z_a + sum_ai ln 2cosh(cavity) + sum_i (1 - degree of i) ln 2cosh(h_i + gamma W~_i)
double FactorMessages::free_entropy() const {
  double f = 0;
  std::vector<double> up, down, whole(variables());
  for (std::size_t i = 0; i < variables(); ++i) {
    whole[i] = log_2cosh_terms(fields_[i] + gamma_ * reference().sign(i)).log_2cosh;
    f += whole[i];
  }
  for (std::size_t a = 0; a < graph_.factors(); ++a) f += portable_log(sum_table(a, up, down));
  for (std::size_t e = 0; e < messages_.size(); ++e) {
    f += log_2cosh_terms(cavity(e)).log_2cosh - whole[graph_.scopes()[e]];
  }
  return f;
}

}  // namespace bitbasin
