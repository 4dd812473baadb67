// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/features/rbm/panel_matrix.h"

namespace bitbasin {

// The weights of a restricted Boltzmann machine in both orders: the fields of the hidden units are sums of
// rows of `by_visible`, those of the visible units sums of rows of `by_hidden`, its transpose.
struct RbmWeights {
  RbmWeights(std::size_t visible, std::size_t hidden)
      : by_visible(visible, hidden), by_hidden(hidden, visible), velocity(visible, hidden) {}
  PanelMatrix by_visible;
  PanelMatrix by_hidden;
  PanelMatrix velocity;  // the last change, in the order of by_visible
  PanelMatrix present;   // zero where there is no weight, one elsewhere; no rows: all are there
};

// What the data and the model say about one batch.
struct RbmBatch {
  BitMatrix data;              // visible x batch: the transposed samples
  BitMatrix model;             // visible x batch
  const PanelMatrix* p_data;   // batch x hidden: probabilities of the hidden units
  const PanelMatrix* p_model;  // batch x hidden
};

// One step of gradient ascent with momentum on the weights,
//
//   velocity_ij <- momentum velocity_ij + rate (g_ij - decay w_ij),   w_ij <- w_ij + velocity_ij,
//   g_ij = sum_b (data_ib p_data_bj - model_ib p_model_bj) - a_i dh_j - dv_i c_j,
//
// where a and c are the offsets of a centred machine (zero otherwise) and dv, dh are the differences of data
// and model summed over the batch. All arrays are padded to whole panels.
struct RbmStep {
  float momentum = 0;
  float rate = 0;   // the learning rate over the size of the batch
  float decay = 0;  // times the size of the batch, so that rate times it is the learning rate times the decay
  std::span<const float> visible_offset, hidden_offset;
  std::span<const float> visible_difference, hidden_difference;
};

// The step for the visible units of panel `panel`, both orders. It also tells what the change does to the
// fields at the offsets: shift_hidden[j] = sum of a_i velocity_ij over this panel's units, shift_visible[i] =
// sum_j velocity_ij c_j. The bits are the same at every SIMD level.
void update_weights(const RbmBatch& batch, const RbmStep& step, std::size_t panel, RbmWeights& weights,
                    std::span<float> shift_hidden, std::span<float> shift_visible);

}  // namespace bitbasin
