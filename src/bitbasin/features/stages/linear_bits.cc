// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/linear_bits.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/stages/linear_bits.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/features/stages/pair_product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// The distance between neighbouring blocks of outputs.
struct LinearLayout {
  std::size_t pairs;
  std::size_t levels;
  std::size_t count;  // images
  std::size_t weights() const { return pairs * 2 * PackedLinearBits::kBlock; }
  std::size_t thresholds() const { return levels * PackedLinearBits::kBlock; }
  std::size_t masks() const { return count * levels; }
};

// kBlocks times sixteen outputs of kImages images: every line of weights that is loaded serves all images,
// every pair of pixels all blocks.
template <std::size_t kBlocks, std::size_t kImages>
HWY_INLINE void linear_tile(const LinearLayout& layout, const std::int16_t* HWY_RESTRICT weights,
                            const std::int32_t* HWY_RESTRICT thresholds, const std::int32_t* HWY_RESTRICT x,
                            std::uint32_t* HWY_RESTRICT masks) {
  const PairTag d;
  constexpr std::size_t kVectors = kBlocks * kPairVectors;
  // Fully unrolled; otherwise the sums stay in memory, which is twice as slow.
  hn::Vec<PairTag> sums[kImages * kVectors];
  HWY_UNROLL(24)
  for (std::size_t s = 0; s < kImages * kVectors; ++s) sums[s] = hn::Zero(d);
  for (std::size_t p = 0; p < layout.pairs; ++p, weights += 2 * PackedLinearBits::kBlock) {
    hn::Vec<PairTag> w[kVectors];
    HWY_UNROLL(16)
    for (std::size_t v = 0; v < kVectors; ++v) {
      const std::int16_t* line = weights + v / kPairVectors * layout.weights();
      w[v] = hn::Load(d, reinterpret_cast<const std::int32_t*>(line) + v % kPairVectors * hn::Lanes(d));
    }
    HWY_UNROLL(12)
    for (std::size_t i = 0; i < kImages; ++i) {
      const auto pixels = hn::Set(d, x[i * layout.pairs + p]);
      HWY_UNROLL(16)
      for (std::size_t v = 0; v < kVectors; ++v) {
        sums[i * kVectors + v] = add_pair_product(sums[i * kVectors + v], w[v], pixels);
      }
    }
  }
  HWY_ALIGN std::int32_t totals[kImages * kBlocks * PackedLinearBits::kBlock];
  HWY_UNROLL(24)
  for (std::size_t s = 0; s < kImages * kVectors; ++s) hn::Store(sums[s], d, totals + s * hn::Lanes(d));

  for (std::size_t b = 0; b < kBlocks; ++b, thresholds += layout.thresholds(), masks += layout.masks()) {
    for (std::size_t i = 0; i < kImages; ++i) {
      const std::int32_t* total = totals + (i * kBlocks + b) * PackedLinearBits::kBlock;
      for (std::size_t t = 0; t < layout.levels; ++t) {
        const std::int32_t* threshold = thresholds + t * PackedLinearBits::kBlock;
        std::uint32_t mask = 0;
        for (std::size_t v = 0; v < PackedLinearBits::kBlock; v += hn::Lanes(d)) {
          std::uint8_t bits[8] = {};
          hn::StoreMaskBits(d, hn::Gt(hn::Load(d, total + v), hn::Load(d, threshold + v)), bits);
          mask |= (bits[0] | std::uint32_t{bits[1]} << 8) << v;
        }
        masks[i * layout.levels + t] = mask;
      }
    }
  }
}

template <std::size_t kBlocks>
void linear_blocks(const LinearLayout& layout, const std::int16_t* weights, const std::int32_t* thresholds,
                   const std::int32_t* x, std::uint32_t* masks) {
  std::size_t i = 0;
  for (; i + kPairImages <= layout.count; i += kPairImages) {
    linear_tile<kBlocks, kPairImages>(layout, weights, thresholds, x + i * layout.pairs,
                                      masks + i * layout.levels);
  }
  for (; i < layout.count; ++i) {
    linear_tile<kBlocks, 1>(layout, weights, thresholds, x + i * layout.pairs, masks + i * layout.levels);
  }
}

// All outputs of `count` images given as pairs of pixels: masks[(block * count + image) * levels + level].
void linear_masks(const std::int16_t* weights, const std::int32_t* thresholds, std::size_t blocks,
                  std::size_t levels, const std::int32_t* x, std::size_t count, std::size_t pairs,
                  std::uint32_t* masks) {
  const LinearLayout layout{pairs, levels, count};
  std::size_t b = 0;
  const auto run = [&]<std::size_t kBlocks>(std::integral_constant<std::size_t, kBlocks>) {
    for (; b + kBlocks <= blocks; b += kBlocks) {
      linear_blocks<kBlocks>(layout, weights + b * layout.weights(), thresholds + b * layout.thresholds(), x,
                             masks + b * layout.masks());
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

HWY_EXPORT(linear_masks);

bool row_sums_fit(std::span<const std::int16_t> weights, std::size_t row, std::int64_t factor) {
  for (std::size_t begin = 0; begin < weights.size(); begin += row) {
    std::int64_t sum = 0;
    for (const std::int16_t w : weights.subspan(begin, row)) sum += std::abs(std::int64_t{w});
    if (255 * sum * factor > kLargestSum) return false;
  }
  return true;
}

bool sums_fit(const LinearBits& units) {
  return row_sums_fit(units.weights, units.inputs, 1);
}

LinearBits quantize(std::size_t inputs, std::size_t outputs, std::span<const float> weights,
                    std::span<const float> thresholds) {
  assert(weights.size() == inputs * outputs && thresholds.size() % outputs == 0);
  LinearBits units{inputs, outputs, std::vector<std::int16_t>(weights.size()),
                   std::vector<std::int32_t>(thresholds.size())};
  for (std::size_t j = 0; j < outputs; ++j) {
    const std::span<const float> row = weights.subspan(j * inputs, inputs);
    double largest = 0;
    double sum = 0;
    for (const float w : row) {
      largest = std::max(largest, std::abs(double{w}));
      sum += std::abs(double{w});
    }
    // Rounding adds at most 1/2 to each weight.
    const double room = static_cast<double>(kLargestSum / 255) - 0.5 * static_cast<double>(inputs);
    double scale = 1;
    if (largest > 0) scale = std::min(32767 / largest, std::max(room, 0.0) / sum);
    for (std::size_t i = 0; i < inputs; ++i) {
      units.weights[j * inputs + i] = static_cast<std::int16_t>(std::floor(row[i] * scale + 0.5));
    }
    // An integer is above the threshold iff it is above the largest integer below it.
    for (std::size_t t = j * units.levels(); t < (j + 1) * units.levels(); ++t) {
      const double threshold = std::floor(thresholds[t] * scale);
      units.thresholds[t] = static_cast<std::int32_t>(std::clamp(threshold, -2147483648.0, 2147483647.0));
    }
  }
  assert(sums_fit(units));
  return units;
}

PackedLinearBits::PackedLinearBits(const LinearBits& units, std::size_t depth)
    : inputs_(units.inputs), outputs_(units.outputs), levels_(units.levels()), depth_(depth) {
  assert(levels_ == 1 || levels_ == (std::size_t{1} << depth) - 1);
  const std::size_t blocks = (outputs_ + kBlock - 1) / kBlock;
  const std::size_t pairs = (inputs_ + 1) / 2;
  weights_ = AlignedArray<std::int16_t>(blocks * pairs * 2 * kBlock);
  thresholds_ = AlignedArray<std::int32_t>(blocks * levels_ * kBlock);
  std::fill(thresholds_.begin(), thresholds_.end(), std::numeric_limits<std::int32_t>::max());
  for (std::size_t j = 0; j < outputs_; ++j) {
    for (std::size_t t = 0; t < levels_; ++t) {
      thresholds_[(j / kBlock * levels_ + t) * kBlock + j % kBlock] = units.thresholds[j * levels_ + t];
    }
    for (std::size_t i = 0; i < inputs_; ++i) {
      const std::size_t line = j / kBlock * pairs + i / 2;
      weights_[(line * kBlock + j % kBlock) * 2 + i % 2] = units.weights[j * inputs_ + i];
    }
  }
}

namespace {

// Digit p of the number of thresholds below the sum, from the masks of the thresholds: it changes at every
// multiple of 2^p. A single threshold gives every digit.
std::uint32_t binary_digit(const std::uint32_t* above, std::size_t levels, std::size_t p) {
  if (levels == 1) return above[0];
  std::uint32_t digit = 0;
  for (std::size_t t = std::size_t{1} << p; t <= levels; t += std::size_t{1} << p) digit ^= above[t - 1];
  return digit;
}

// ORs sixteen bits into a row.
void put_bits(std::span<std::uint64_t> row, std::size_t column, std::uint64_t bits) {
  const std::size_t shift = column % kWordBits;
  row[column / kWordBits] |= bits << shift;
  if (shift > kWordBits - PackedLinearBits::kBlock && bits >> (kWordBits - shift) != 0) {
    row[column / kWordBits + 1] |= bits >> (kWordBits - shift);
  }
}

}  // namespace

void PackedLinearBits::apply(const std::uint8_t* pixels, std::size_t count, BitMatrix& out,
                             std::size_t first_image, std::size_t first_column) const {
  assert((first_image + count) * depth_ <= out.rows() && first_column + outputs_ <= out.cols());
  const auto kernel = HWY_DYNAMIC_DISPATCH(linear_masks);
  const std::size_t blocks = (outputs_ + kBlock - 1) / kBlock;
  const std::size_t pairs = (inputs_ + 1) / 2;
  constexpr std::size_t kGroup = 48;  // images: all tiles divide it, and it stays in the second-level cache
  std::vector<std::int32_t> x(kGroup * pairs);
  std::vector<std::uint32_t> masks(kGroup * blocks * levels_);
  for (std::size_t begin = 0; begin < count; begin += kGroup) {
    const std::size_t images = std::min(kGroup, count - begin);
    for (std::size_t k = 0; k < images; ++k) {
      const std::uint8_t* image = pixels + (begin + k) * inputs_;
      for (std::size_t p = 0; p < inputs_ / 2; ++p) {
        x[k * pairs + p] = image[2 * p] | std::int32_t{image[2 * p + 1]} << 16;
      }
      if (inputs_ % 2 == 1) x[k * pairs + pairs - 1] = image[inputs_ - 1];
    }
    kernel(weights_.data(), thresholds_.data(), blocks, levels_, x.data(), images, pairs, masks.data());
    for (std::size_t k = 0; k < images; ++k) {
      for (std::size_t b = 0; b < blocks; ++b) {
        const std::uint32_t* above = masks.data() + (b * images + k) * levels_;
        for (std::size_t p = 0; p < depth_; ++p) {
          const std::size_t row = (first_image + begin + k) * depth_ + p;
          put_bits(out.row(row), first_column + b * kBlock, binary_digit(above, levels_, p));
        }
      }
    }
  }
}

}  // namespace bitbasin
#endif  // HWY_ONCE
