// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/bits/bit_matrix.h"

namespace bitbasin {

// Products x_i x_j of pairs of other bits, as numbers of +-1: what goes together and what does not, which no
// sum of bits can tell.
struct ProductOptions {
  std::int64_t distances = 1;
};
const OptionTable<ProductOptions>& product_options();

// The other bits stand in a circle, and each is multiplied by the one that follows it at a distance: output
// k N + i is on iff bit i and bit (i + distances[k]) mod N of the N others agree.
struct BitProducts {
  std::vector<std::uint32_t> distances;  // ascending, at most (N - 1) / 2, so that no pair comes twice
  std::size_t bits = 0;                  // outputs: all products, or all but the last

  std::size_t outputs() const { return bits; }

  bool operator==(const BitProducts&) const = default;
};

// How many distances there are between N bits in a circle.
inline std::size_t most_distances(std::size_t others) {
  return others == 0 ? 0 : (others - 1) / 2;
}

// Random distances, for so many other bits. The last product is left out if their number and that of the
// others would be even together. Fails if there are fewer distances than asked for.
BitProducts random_products(std::size_t others, const ProductOptions& options, std::uint64_t seed);

// Multiplies bits that are already there. Images have one bit per output.
class PackedBitProducts {
 public:
  explicit PackedBitProducts(const BitProducts& products) : products_(products) {}

  std::size_t outputs() const { return products_.outputs(); }

  // For rows first_image to first_image + count of `out`: the products of all columns before first_column,
  // from there on, where columns must be zero. The pixels are those of other stages.
  void apply(const std::uint8_t* pixels, std::size_t count, BitMatrix& out, std::size_t first_image,
             std::size_t first_column) const;

 private:
  BitProducts products_;
};

}  // namespace bitbasin
