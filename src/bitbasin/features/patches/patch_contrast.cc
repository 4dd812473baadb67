// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/patches/patch_contrast.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/patches/patch_contrast.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void scale_places(const std::uint32_t* scales, std::size_t places, std::size_t stride,
                  std::int32_t* HWY_RESTRICT responses) {
  const hn::CappedTag<std::int32_t, 16> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  for (std::size_t k = 0; k < places; ++k, responses += stride) {
    const auto scale = hn::Set(du, scales[k]);
    for (std::size_t f = 0; f < stride; f += hn::Lanes(d)) {
      const auto r = hn::BitCast(du, hn::Max(hn::Load(d, responses + f), hn::Zero(d)));
      const auto scaled = hn::ShiftRight<17>(hn::Mul(hn::ShiftRight<7>(r), scale));
      hn::Store(hn::BitCast(d, scaled), d, responses + f);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(scale_places);

PatchContrast::PatchContrast(std::size_t size, std::size_t columns, std::uint8_t contrast)
    : size_(size),
      columns_(columns),
      least_(std::uint64_t{size} * size * contrast * contrast),
      sums_(columns),
      squares_(columns),
      scales_(columns - size + 1) {
  assert(contrast > 0);
}

const std::vector<std::uint32_t>& PatchContrast::scales(const std::int16_t* pixels) {
  std::fill(sums_.begin(), sums_.end(), 0);
  std::fill(squares_.begin(), squares_.end(), 0);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t x = 0; x < columns_; ++x) {
      const auto pixel = static_cast<std::uint64_t>(pixels[i * columns_ + x]);
      sums_[x] += pixel;
      squares_[x] += pixel * pixel;
    }
  }
  const std::uint64_t taps = size_ * size_;
  for (std::size_t x = 0; x < scales_.size(); ++x) {
    std::uint64_t sum = 0, squares = 0;
    for (std::size_t j = x; j < x + size_; ++j) {
      sum += sums_[j];
      squares += squares_[j];
    }
    const std::uint64_t deviation = (taps * squares - sum * sum) / taps + least_;
    // A whole number below 2^53, so that the root is rounded down as in integers.
    const auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(256 * deviation)));
    scales_[x] = static_cast<std::uint32_t>((std::uint64_t{1} << 31) / root);
  }
  return scales_;
}

void scale_responses(const std::vector<std::uint32_t>& scales, std::size_t stride, std::int32_t* responses) {
  HWY_DYNAMIC_DISPATCH(scale_places)(scales.data(), scales.size(), stride, responses);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
