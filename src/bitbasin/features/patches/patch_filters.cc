// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/patches/patch_filters.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/patches/patch_filters.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/features/stages/linear_bits.h"
#include "bitbasin/features/stages/pair_product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

struct PatchLayout {
  std::size_t size;    // of a filter
  std::size_t blocks;  // of filters
  std::size_t step;    // from a patch to the next
  std::size_t pitch;   // from a row of pixels to the next
  std::size_t pairs() const { return (size + 1) / 2; }
  std::size_t weights() const { return size * pairs() * 2 * PackedFilters::kBlock; }  // of a block
};

// kBlocks times sixteen filters at kPatches places: every line of weights that is loaded serves all places,
// every pair of pixels all blocks.
template <std::size_t kBlocks, std::size_t kPatches>
HWY_INLINE void patch_tile(const PatchLayout& layout, const std::int16_t* HWY_RESTRICT weights,
                           const std::int16_t* HWY_RESTRICT pixels, std::int32_t* HWY_RESTRICT out) {
  const PairTag d;
  constexpr std::size_t kVectors = kBlocks * kPairVectors;
  hn::Vec<PairTag> sums[kPatches * kVectors];
  HWY_UNROLL(24)
  for (std::size_t s = 0; s < kPatches * kVectors; ++s) sums[s] = hn::Zero(d);
  // Negative if a patch of odd width is a whole row: its last pair ends in the next row.
  const auto next_row =
      static_cast<std::ptrdiff_t>(layout.pitch) - static_cast<std::ptrdiff_t>(2 * layout.pairs());
  std::size_t p = 0;
  for (const std::int16_t* end = weights + layout.weights(); weights != end;
       weights += 2 * PackedFilters::kBlock) {
    hn::Vec<PairTag> w[kVectors];
    HWY_UNROLL(16)
    for (std::size_t v = 0; v < kVectors; ++v) {
      const std::int16_t* line = weights + v / kPairVectors * layout.weights();
      w[v] = hn::Load(d, reinterpret_cast<const std::int32_t*>(line) + v % kPairVectors * hn::Lanes(d));
    }
    HWY_UNROLL(12)
    for (std::size_t i = 0; i < kPatches; ++i) {
      std::int32_t pair;
      std::memcpy(&pair, pixels + i * layout.step, sizeof pair);
      const auto x = hn::Set(d, pair);
      HWY_UNROLL(16)
      for (std::size_t v = 0; v < kVectors; ++v) {
        sums[i * kVectors + v] = add_pair_product(sums[i * kVectors + v], w[v], x);
      }
    }
    pixels += 2;
    if (++p == layout.pairs()) {
      p = 0;
      pixels += next_row;
    }
  }
  HWY_UNROLL(24)
  for (std::size_t s = 0; s < kPatches * kVectors; ++s) {
    const std::size_t at = s / kVectors * layout.blocks * PackedFilters::kBlock + s % kVectors * hn::Lanes(d);
    hn::Store(sums[s], d, out + at);
  }
}

void patch_responses(const std::int16_t* weights, std::size_t size, std::size_t blocks,
                     const std::int16_t* first, std::size_t step, std::size_t pitch, std::size_t count,
                     std::int32_t* out) {
  const PatchLayout layout{size, blocks, step, pitch};
  std::size_t b = 0;
  const auto run = [&]<std::size_t kBlocks>(std::integral_constant<std::size_t, kBlocks>) {
    for (; b + kBlocks <= layout.blocks; b += kBlocks) {
      const std::int16_t* w = weights + b * layout.weights();
      std::int32_t* to = out + b * PackedFilters::kBlock;
      const std::size_t row = layout.blocks * PackedFilters::kBlock;
      // The last group overlaps the one before it: a few places alone take as long as a whole group.
      const auto in_groups = [&]<std::size_t kPatches>(std::integral_constant<std::size_t, kPatches>) {
        for (std::size_t k = 0; k < count; k += kPatches) {
          const std::size_t at = std::min(k, count - kPatches);
          patch_tile<kBlocks, kPatches>(layout, w, first + at * layout.step, to + at * row);
        }
      };
      if (count >= kPairImages) {
        in_groups(std::integral_constant<std::size_t, kPairImages>());
      } else {
        in_groups(std::integral_constant<std::size_t, 1>());
      }
    }
  };
  run(std::integral_constant<std::size_t, kPairBlocks>());
  run(std::integral_constant<std::size_t, 1>());
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(patch_responses);

bool sums_fit(const PatchFilters& filters) {
  return row_sums_fit(filters.weights, filters.size * filters.size, static_cast<std::int64_t>(filters.count));
}

PackedFilters::PackedFilters(const PatchFilters& filters)
    : size_(filters.size), count_(filters.count), blocks_((filters.count + kBlock - 1) / kBlock) {
  const std::size_t pairs = (size_ + 1) / 2;
  weights_ = AlignedArray<std::int16_t>(blocks_ * size_ * pairs * 2 * kBlock);
  for (std::size_t f = 0; f < count_; ++f) {
    for (std::size_t r = 0; r < size_; ++r) {
      for (std::size_t c = 0; c < size_; ++c) {
        const std::size_t line = (f / kBlock * size_ + r) * pairs + c / 2;
        weights_[(line * kBlock + f % kBlock) * 2 + c % 2] = filters.weights[(f * size_ + r) * size_ + c];
      }
    }
  }
}

void PackedFilters::respond(const std::int16_t* first, std::size_t step, std::size_t pitch, std::size_t count,
                            std::int32_t* out) const {
  const auto kernel = HWY_DYNAMIC_DISPATCH(patch_responses);
  kernel(weights_.data(), size_, blocks_, first, step, pitch, count, out);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
