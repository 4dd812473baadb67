// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/playground/digit_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/dot.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {

DigitView::DigitView(Model model)
    : model_(std::move(model)),
      network_(model_.network),
      encoder_(model_.features),
      rows_(shape().depth, shape().inputs),
      answers_(shape().committees),
      bits_(shape().inputs * shape().depth),
      fields_(shape().all_units()),
      votes_(shape().labels * shape().committees),
      sums_(shape().labels) {
  if (const std::string why = why_not_one_look(model_); !why.empty()) fail("{}", why);
}

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

Model DigitView::model() const {
  Model result = model_;
  result.network = network_;
  return result;
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
  rows_ = encoder_.encode(image, 1);
  const std::size_t units = shape().all_units();
  std::vector<std::int32_t> products(shape().depth * units);
  dots(rows_, network_.weights, products);
  const float scale = 1 / std::sqrt(static_cast<float>(shape().inputs));
  for (std::size_t u = 0; u < units; ++u) {
    int field = 0;
    for (std::size_t p = 0; p < shape().depth; ++p) field += products[p * units + u] << p;
    fields_[u] = scale * static_cast<float>(field);
  }
  for (std::size_t k = 0; k < shape().committees; ++k) {
    std::size_t yes = 0;
    for (std::size_t j = 0; j < shape().units; ++j) yes += fields_[shape().unit(j, k)] > 0;
    answers_.set(k, 2 * yes > shape().units);
  }
  std::vector<int> sums(shape().labels);
  for (std::size_t l = 0; l < sums.size(); ++l) {
    const auto against = static_cast<int>(hamming(answers_.words(), network_.outputs.row(l)));
    sums[l] = static_cast<int>(shape().committees) - 2 * against;
  }
  std::ranges::transform(sums, sums_.begin(), [](int sum) { return static_cast<float>(sum); });
  return best_label(sums);
}

std::span<const float> DigitView::bits() {
  for (std::size_t p = 0; p < shape().depth; ++p) {
    for (std::size_t i = 0; i < shape().inputs; ++i) {
      bits_[p * shape().inputs + i] = static_cast<float>(rows_.sign(p, i));
    }
  }
  return bits_;
}

std::span<const float> DigitView::votes() {
  for (std::size_t l = 0; l < shape().labels; ++l) {
    for (std::size_t k = 0; k < shape().committees; ++k) {
      votes_[l * shape().committees + k] = static_cast<float>(answers_.sign(k) * network_.outputs.sign(l, k));
    }
  }
  return votes_;
}

}  // namespace bitbasin
