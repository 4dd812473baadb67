// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/bit_products.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <span>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

// The products of bits with those at a distance, a word at a time. `circle` has more words than `out` by
// distance / 64 + 1.
void multiply(const std::uint64_t* circle, std::size_t distance, std::span<std::uint64_t> out) {
  const std::uint64_t* far = circle + distance / kWordBits;
  const std::size_t shift = distance % kWordBits;
  for (std::size_t w = 0; w < out.size(); ++w) {
    // In two steps, because a shift by 64 is none.
    const std::uint64_t other = far[w] >> shift | far[w + 1] << 1 << (kWordBits - 1 - shift);
    out[w] = ~(circle[w] ^ other);
  }
}

}  // namespace

const OptionTable<ProductOptions>& product_options() {
  static const OptionTable<ProductOptions> table{
      option("distances", &ProductOptions::distances, {1, 64},
             "how many products each bit begins, with bits at as many random distances"),
  };
  return table;
}

BitProducts random_products(std::size_t others, const ProductOptions& options, std::uint64_t seed) {
  const auto count = static_cast<std::size_t>(options.distances);
  const std::size_t most = most_distances(others);
  if (count > most) {
    fail("products: expected at most {} for {}, got {}", counted(most, "distance"), counted(others, "bit"),
         count);
  }
  Stream stream(seed, purpose("features.products"));
  std::set<std::uint32_t> distances;
  while (distances.size() < count) {
    distances.insert(static_cast<std::uint32_t>(1 + uniform_below(stream, most)));
  }
  const std::size_t all = count * others;
  return {{distances.begin(), distances.end()}, all - ((others + all) % 2 == 0 ? 1 : 0)};
}

void PackedBitProducts::apply(const std::uint8_t*, std::size_t count, BitMatrix& out, std::size_t first_image,
                              std::size_t first_column) const {
  assert(first_image + count <= out.rows() && first_column + outputs() <= out.cols());
  const std::size_t others = first_column;
  const std::size_t words = (others + kWordBits - 1) / kWordBits;
  std::vector<std::uint64_t> circle(2 * words + 1);  // the bits, and again
  std::vector<std::uint64_t> products(words);
  for (std::size_t r = first_image; r < first_image + count; ++r) {
    const std::span<std::uint64_t> row = out.row(r);
    std::ranges::fill(circle, 0);
    or_bits(row, others, 0, circle);
    or_bits(row, others, others, circle);
    for (std::size_t k = 0, done = 0; k < products_.distances.size(); ++k, done += others) {
      multiply(circle.data(), products_.distances[k], products);
      or_bits(products, std::min(others, outputs() - done), others + done, row);
    }
  }
}

}  // namespace bitbasin
