// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/learning_synapses.h"

#include <algorithm>

#include "bitbasin/rng/bernoulli.h"
#include "bitbasin/rng/geometric.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

BitVector random_weights(std::size_t n, Stream stream) {
  BitVector w(n);
  stream.fill(w.words());
  w.clear_padding();
  return w;
}

}  // namespace

LearningSynapses::LearningSynapses(std::size_t n, int bound, const LearningNoise& noise, std::uint64_t seed,
                                   std::uint64_t run)
    : noise_(noise),
      coins_(seed, purpose("online_learning.coins"), run),
      masks_(seed, purpose("online_learning.masks"), run),
      noise_numbers_(seed, purpose("online_learning.noise"), run),
      states_(random_weights(n, Stream(seed, purpose("online_learning.start"), run)), bound),
      mask_(n) {
  if (noise.ignore > 0) before_ = states_;
  if (noise.any()) noise_mask_ = BitVector(n);
  if (noise.flip > 0) seen_ = BitMatrix(1, n);
}

bool LearningSynapses::present(std::span<const std::uint64_t> x, std::int32_t delta,
                               const LearningRule& rule) {
  if (delta < rule.learn_below) {
    owed_ += std::min<double>(rule.reinforcement, states_.bound());
    const int steps = static_cast<int>(owed_);
    owed_ -= steps;
    change([&] { states_.learn(x, steps); });
    return true;
  }
  if (delta < rule.stabilise_below && coin(coins_, rule.stabilise_probability))
    change([&] { states_.stabilise(x); });
  return false;
}

std::uint64_t LearningSynapses::presentations_to_mask(double background) {
  return GeometricSkips(std::min(1.0, background / kMaskDensity)).next(masks_);
}

void LearningSynapses::reinforce_some() {
  fill_bernoulli(masks_, kMaskDensity, mask_.words());
  mask_.clear_padding();
  change([&] { states_.reinforce(mask_.words()); });
}

template <class Change>
void LearningSynapses::change(Change change) {
  if (before_) *before_ = states_;
  change();
  if (before_) states_.restore(*before_, noise_mask(noise_.ignore));
}

void LearningSynapses::forget() {
  if (noise_.decay > 0) states_.decay(noise_mask(noise_.decay));
  if (noise_.lose > 0) {
    const auto lost = noise_mask(noise_.lose);
    BitVector w(states_.size());
    noise_numbers_.fill(w.words());
    states_.reset(lost, w.words());
  }
}

const BitMatrix& LearningSynapses::seen(std::span<const std::uint64_t> x) {
  const auto flipped = noise_mask(noise_.flip);
  for (std::size_t word = 0; word < x.size(); ++word) seen_.row(0)[word] = x[word] ^ flipped[word];
  return seen_;
}

std::span<const std::uint64_t> LearningSynapses::noise_mask(double density) {
  fill_bernoulli(noise_numbers_, density, noise_mask_.words());
  noise_mask_.clear_padding();
  return noise_mask_.words();
}

}  // namespace bitbasin
