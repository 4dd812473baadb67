// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/rng/uniform.h"
#include "bitbasin/search/estimator.h"

namespace bitbasin {

// Two colours for a hypergraph: no triple may be of one colour. The measure is summed over all 2^N
// colourings, so every field is exact, and there are no messages.
class Enumerated {
 public:
  Enumerated(std::size_t n, std::size_t triples, std::uint64_t seed) : reference_(n), fields_(n) {
    Stream stream(seed, purpose("test"));
    while (triples_.size() < triples) {
      const auto a = uniform_below(stream, n), b = uniform_below(stream, n), c = uniform_below(stream, n);
      if (a != b && b != c && a != c) triples_.push_back({a, b, c});
    }
    for (std::uint64_t w = 0; w < std::uint64_t{1} << n; ++w) {
      BitVector colours(n);
      colours.words()[0] = w;
      if (violated(colours) == 0) solutions_.push_back(w);
    }
    mismatches_ = IndexSet(n);
  }

  std::size_t variables() const { return reference_.size(); }
  void start(const BitVector& w, double gamma, Stream&) {
    reference_ = w;
    gamma_ = gamma;
    sum();
  }
  const BitVector& reference() const { return reference_; }
  std::size_t energy() const { return violated(reference_); }
  double gamma() const { return gamma_; }
  void set_gamma(double gamma) { gamma_ = gamma; }
  void flip(std::size_t i) {
    reference_.flip(i);
    mismatches_.set(i, fields_[i] * reference_.sign(i) < 0);
  }
  double field(std::size_t i) const { return fields_[i]; }
  const IndexSet& mismatches() const { return mismatches_; }
  Convergence iterate(RunControl& control) { return reconverge(control); }
  Convergence reconverge(RunControl& control) {
    ++reconvergences;
    if (!control.spend(variables())) return {};
    sum();
    return {!never_converges, variables()};
  }
  double free_entropy() const { return free_entropy_; }
  struct State {
    BitVector reference;
    double gamma;
  };
  State save() const { return {reference_, gamma_}; }
  void restore(const State& state) {
    reference_ = state.reference;
    gamma_ = state.gamma;
    sum();
  }

  const std::vector<std::uint64_t>& solutions() const { return solutions_; }
  std::uint64_t reconvergences = 0;
  bool never_converges = false;

 private:
  std::size_t violated(const BitVector& w) const {
    std::size_t count = 0;
    for (const auto& t : triples_) count += w[t[0]] == w[t[1]] && w[t[1]] == w[t[2]];
    return count;
  }
  void sum() {
    double total = 0;
    std::vector<double> plus(variables());
    for (const std::uint64_t w : solutions_) {
      const auto same = static_cast<double>(variables()) -
                        2.0 * static_cast<double>(std::popcount(w ^ reference_.words()[0]));
      const double weight = std::exp(gamma_ * same);
      total += weight;
      for (std::size_t i = 0; i < variables(); ++i) plus[i] += (w >> i & 1) != 0 ? weight : 0;
    }
    free_entropy_ = std::log(total);
    for (std::size_t i = 0; i < variables(); ++i) {
      fields_[i] = 0.5 * std::log(plus[i] / (total - plus[i])) - gamma_ * reference_.sign(i);
      mismatches_.set(i, fields_[i] * reference_.sign(i) < 0);
    }
  }

  std::vector<std::array<std::size_t, 3>> triples_;
  std::vector<std::uint64_t> solutions_;
  BitVector reference_;
  double gamma_ = 0;
  std::vector<double> fields_;
  IndexSet mismatches_;
  double free_entropy_ = 0;
};

static_assert(Estimator<Enumerated>);

}  // namespace bitbasin
