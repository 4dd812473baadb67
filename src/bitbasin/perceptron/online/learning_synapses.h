// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/online/bit_plane_states.h"
#include "bitbasin/perceptron/online/learning_noise.h"
#include "bitbasin/perceptron/online/learning_plan.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin {

// Synapses that start at random, h_i = +-1, and learn by a rule, possibly under noise. Who presents patterns
// decides which. Noise has random numbers of its own, so that without it nothing changes.
class LearningSynapses {
 public:
  LearningSynapses(std::size_t n, int bound, const LearningNoise& noise, std::uint64_t seed,
                   std::uint64_t run);

  const BitPlaneStates& states() const { return states_; }
  const BitVector& w() const { return states_.w(); }

  // What the presentation of x with Delta = x . W does. True if it learned, which alone changes W.
  bool present(std::span<const std::uint64_t> x, std::int32_t delta, const LearningRule& rule);

  // Background reinforcement comes in masks of this density, each after a presentation with probability
  // background / density: the same rate per synapse for a small fraction of the random numbers.
  static constexpr double kMaskDensity = 0.125;
  // Presentations before the next mask.
  std::uint64_t presentations_to_mask(double background);
  void reinforce_some();

  // Decay and loss, after an epoch.
  void forget();

  // Whether patterns look different at each presentation, and how this one looks now: a matrix of one row,
  // which the next call overwrites.
  bool sees_noise() const { return noise_.flip > 0; }
  const BitMatrix& seen(std::span<const std::uint64_t> x);

 private:
  template <class Change>
  void change(Change change);  // which some synapses ignore
  std::span<const std::uint64_t> noise_mask(double density);

  LearningNoise noise_;
  Stream coins_, masks_, noise_numbers_;
  BitPlaneStates states_;
  BitVector mask_;
  double owed_ = 0;  // reinforcement not yet given, in steps

  // Only where there is such noise:
  std::optional<BitPlaneStates> before_;
  BitVector noise_mask_;
  BitMatrix seen_;
};

}  // namespace bitbasin
