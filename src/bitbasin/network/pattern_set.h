// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/features/stages/bit_products.h"
#include "bitbasin/network/committee_array.h"

namespace bitbasin {

// A view of patterns with labels, for training, validation or testing. There may be several versions of an
// image, such as deformed copies: the v-th of image i is pattern v images() + i.
struct PatternSet {
  const BitMatrix* patterns = nullptr;
  std::span<const std::uint16_t> labels = {};  // one per image
  std::size_t depth = 1;                       // rows of a pattern, see PatternView
  // If given, a trainer sees these products of the bits of a pattern as well, which are made whenever it is
  // presented: copies of images would take several times the memory with them. Nothing else may have them.
  const PackedBitProducts* products = nullptr;

  bool empty() const { return labels.empty(); }
  std::size_t images() const { return labels.size(); }
  std::size_t inputs() const { return patterns->cols() + (products != nullptr ? products->outputs() : 0); }
  std::size_t versions() const { return patterns->rows() / depth / labels.size(); }
  PatternView pattern(std::size_t p) const { return bitbasin::pattern(*patterns, p, depth); }
};

}  // namespace bitbasin
