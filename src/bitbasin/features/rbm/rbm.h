// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/data/image_set.h"

namespace bitbasin {

// How a restricted Boltzmann machine is trained: stochastic gradient ascent by contrastive divergence
// (Hinton, "A practical guide to training restricted Boltzmann machines", 2010), in mini-batches.
struct RbmOptions {
  std::int64_t hidden = 501;
  std::int64_t epochs = 10;
  double rate = 0.1;
  double final_rate = 0.01;
  double momentum = 0.9;
  double decay = 2e-4;
  std::int64_t batch = 96;
  std::int64_t steps = 1;
  bool persistent = false;
  bool centred = true;
  double window = 0.36;
  double temperature = 1;
};

const OptionTable<RbmOptions>& rbm_options();

// P(v, h) ~ exp(sum_ij h_i w_ij v_j + sum_j b_j v_j + sum_i c_i h_i) for bits v and h.
struct Rbm {
  std::size_t visible = 0;
  std::size_t hidden = 0;
  std::vector<float> weights;  // `hidden` rows of `visible`
  std::vector<float> visible_bias;
  std::vector<float> hidden_bias;

  bool operator==(const Rbm&) const = default;
};

// Trains on images whose grey values are the probabilities that a bit is on, drawn anew at every
// presentation. Each hidden unit sees a random window of the image (receptive_fields.h) and has no weights
// elsewhere; rows of numbers that are not images are seen as a whole. The same seed gives the same machine
// with every number of threads and at every SIMD level. One unit of work is one image presented; a run that
// is stopped returns what it has. The progress reported is the fraction of bits that the reconstruction gets
// wrong.
Rbm train_rbm(const ImageSet& images, const RbmOptions& options, std::uint64_t seed, int threads,
              RunControl& control);

// P(h_i = 1 | v) for the grey values v of one image, without sampling: `hidden` numbers.
std::vector<float> hidden_probabilities(const Rbm& rbm, std::span<const std::uint8_t> image);

// The reconstruction of an image: the visible probabilities, given the hidden units that are more likely on
// than off, as grey values.
std::vector<std::uint8_t> reconstruct(const Rbm& rbm, std::span<const std::uint8_t> image);

}  // namespace bitbasin
