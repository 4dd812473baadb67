// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/playground/digit_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {

DigitView::DigitView(Model model)
    : model_(std::move(model)),
      network_(model_.network),
      encoder_(model_.features),
      bits_(shape().inputs * shape().depth),
      fields_(shape().all_units()),
      votes_(shape().committees),
      sums_(shape().labels) {}

void DigitView::flip(double fraction, std::uint64_t seed) {
  if (!(fraction >= 0 && fraction <= 1)) fail("expected a fraction from 0 to 1, got {}", fraction);
  network_ = model_.network;
  Stream stream(seed, purpose("playground.flip"));
  for (std::size_t u = 0; u < shape().all_units(); ++u) {
    for (std::size_t i = 0; i < shape().inputs; ++i) {
      if (uniform01(stream) < fraction) network_.weights.set(u, i, !network_.weights.get(u, i));
    }
  }
}

std::size_t DigitView::look(std::span<const std::uint8_t> pixels) {
  const FeatureMap& map = model_.features;
  if (pixels.size() != map.inputs()) {
    fail("expected {} by {} pixels, got {}", map.rows, map.columns, pixels.size());
  }
  ImageSet image;
  image.rows = map.rows;
  image.columns = map.columns;
  image.pixels.assign(pixels.begin(), pixels.end());
  const BitMatrix rows = encoder_.encode(image, 1);
  const PatternView x = pattern(rows, 0, shape().depth);
  for (std::size_t p = 0; p < shape().depth; ++p) {
    for (std::size_t i = 0; i < shape().inputs; ++i) {
      bits_[p * shape().inputs + i] = static_cast<float>(rows.sign(p, i));
    }
  }
  const float scale = 1 / std::sqrt(static_cast<float>(shape().inputs));
  for (std::size_t k = 0; k < shape().committees; ++k) {
    int majority = 0;
    for (std::size_t j = 0; j < shape().units; ++j) {
      const std::size_t unit = shape().unit(j, k);
      const int field = unit_field(network_.weights.row(unit), x);
      fields_[unit] = scale * static_cast<float>(field);
      majority += field > 0 ? 1 : -1;
    }
    votes_[k] = majority > 0 ? 1 : -1;
  }
  std::vector<int> sums(shape().labels);
  for (std::size_t l = 0; l < sums.size(); ++l) {
    for (std::size_t k = 0; k < votes_.size(); ++k) {
      sums[l] += votes_[k] > 0 ? network_.outputs.sign(l, k) : -network_.outputs.sign(l, k);
    }
  }
  std::ranges::transform(sums, sums_.begin(), [](int sum) { return static_cast<float>(sum); });
  return best_label(sums);
}

}  // namespace bitbasin
