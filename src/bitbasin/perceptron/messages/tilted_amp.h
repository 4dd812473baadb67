// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/messages/amp.h"
#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/search/stabilities.h"
#include "bitbasin/search/estimator.h"
#include "bitbasin/search/index_set.h"

namespace bitbasin {

struct TiltedAmpOptions {
  double tolerance = 0.1;              // largest change of a field at a fixed point
  std::uint64_t max_iterations = 300;  // of one re-convergence, the second half of them damped
  double damping = 0;                  // weight of the old field in the new one
  int threads = 1;
};

// Belief propagation over the solutions W of a machine under a tilt exp(gamma W . W~) towards a reference W~:
// an Estimator (search/estimator.h) by the message passing of amp.h. Sums keeps count of the errors of W~
// under flips, as Stabilities does: weights(), errors(), flip(i), assign(weights). Messages has the members
// of Amp.
template <PatternOperator Patterns, class Channel = AnyModel, class Sums = Stabilities,
          class Messages = Amp<Patterns, Channel>>
class TiltedAmp {
 public:
  // Starts at gamma = 0 with W~ = -1 everywhere. The patterns must outlive this object.
  TiltedAmp(Patterns& patterns, const Channel& channel, Sums sums, const TiltedAmpOptions& options)
      : options_(options),
        patterns_(patterns),
        amp_(patterns, channel, options.threads),
        stabilities_(std::move(sums)),
        external_(patterns.n()),
        change_(patterns.n()),
        mismatches_(patterns.n()) {
    amp_.start(external_);
  }
  // The same for a perceptron. The instance must outlive this object, too.
  TiltedAmp(Patterns& patterns, const PerceptronInstance& instance, const TiltedAmpOptions& options)
      : TiltedAmp(patterns, channel_of(instance.constraint, instance.n()),
                  Stabilities(instance, BitVector(instance.n()), options.threads), options) {}

  std::size_t variables() const { return external_.size(); }
  const BitVector& reference() const { return stabilities_.weights(); }
  std::size_t energy() const { return stabilities_.errors(); }
  double gamma() const { return gamma_; }
  double field(std::size_t i) const { return amp_.u()[i]; }
  double magnetisation(std::size_t i) const { return amp_.m()[i]; }
  const IndexSet& mismatches() const { return mismatches_; }

  // The tilt alone breaks the symmetry of the fields: nothing here is random.
  void start(const BitVector& reference, double gamma, Stream&) {
    stabilities_.assign(reference);
    gamma_ = gamma;
    for (std::size_t i = 0; i < variables(); ++i) external_[i] = gamma * reference.sign(i);
    amp_.start(external_);
    find_mismatches();
  }
  void set_gamma(double gamma) {
    gamma_ = gamma;
    for (std::size_t i = 0; i < variables(); ++i) tilt(i);
  }
  void flip(std::size_t i) {
    stabilities_.flip(i);
    tilt(i);
    mismatches_.set(i, is_mismatched(i));
  }

  Convergence iterate(RunControl& control) {
    if (!control.spend(updates())) return {};
    const double change = move(options_.damping);
    find_mismatches();
    return {change < options_.tolerance, updates()};
  }

  Convergence reconverge(RunControl& control) {
    Convergence c;
    for (std::uint64_t t = 0; t < options_.max_iterations && !c.converged && control.spend(updates()); ++t) {
      const bool late = 2 * t >= options_.max_iterations;
      c.converged =
          move(late ? std::max(kLateDamping, options_.damping) : options_.damping) < options_.tolerance;
      c.updates += updates();
    }
    find_mismatches();
    return c;
  }

  double free_entropy() { return amp_.free_entropy(external_); }

  struct State {
    typename Messages::State messages;
    BitVector reference;
    double gamma;
  };
  State save() const { return {amp_.save(), reference(), gamma_}; }
  void restore(const State& state) {
    gamma_ = state.gamma;
    for (std::size_t w = 0; w < state.reference.words().size(); ++w) {
      std::uint64_t differ = state.reference.words()[w] ^ reference().words()[w];
      for (; differ != 0; differ &= differ - 1) {
        stabilities_.flip(w * kWordBits + static_cast<std::size_t>(std::countr_zero(differ)));
      }
    }
    for (std::size_t i = 0; i < variables(); ++i) external_[i] = gamma_ * reference().sign(i);
    amp_.restore(state.messages);
    find_mismatches();
  }

 private:
  static constexpr double kLateDamping = 0.5;

  // The messages of one iteration: each pattern and each synapse computes one.
  std::uint64_t updates() const { return patterns_.patterns() + patterns_.n(); }

  bool is_mismatched(std::size_t i) const { return field(i) * reference().sign(i) < 0; }
  void find_mismatches() {
    for (std::size_t i = 0; i < variables(); ++i) mismatches_.set(i, is_mismatched(i));
  }

  void tilt(std::size_t i) {
    const double external = gamma_ * reference().sign(i);
    amp_.add_field(i, external - external_[i]);
    external_[i] = external;
  }

  // One iteration; returns the largest change of a field.
  double move(double damping) {
    const auto theta = amp_.theta();
    amp_.iterate(0, [&, damping](std::size_t i, double u) {
      const double next = (1 - damping) * (u + external_[i]) + damping * theta[i];
      change_[i] = std::abs(next - theta[i]);
      return next;
    });
    return change_.empty() ? 0 : *std::ranges::max_element(change_);
  }

  TiltedAmpOptions options_;
  Patterns& patterns_;
  Messages amp_;
  Sums stabilities_;
  double gamma_ = 0;
  std::vector<double> external_;  // gamma W~_i, part of the total field
  std::vector<double> change_;
  IndexSet mismatches_;
};

static_assert(Estimator<TiltedAmp<PatternProducts>>);

}  // namespace bitbasin
