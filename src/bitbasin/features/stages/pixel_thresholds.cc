// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/pixel_thresholds.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "bitbasin/base/error.h"
#include "bitbasin/features/stages/ink_bits.h"

namespace bitbasin {

const OptionTable<ThresholdOptions>& threshold_options() {
  static const OptionTable<ThresholdOptions> table{
      option("level", &ThresholdOptions::level, {0, 254}, "a bit is on if its pixel is above this"),
      option("rarest", &ThresholdOptions::rarest, {0, 0.5},
             "drops pixels that are on, or off, in a smaller fraction of the training images"),
  };
  return table;
}

PixelThresholds fit_thresholds(const ImageSet& train, const ThresholdOptions& options, bool odd) {
  assert(train.size() > 0);
  const std::size_t inputs = train.inputs();
  const auto level = static_cast<std::uint8_t>(options.level);
  std::vector<std::int64_t> on(inputs);
  for (std::size_t k = 0; k < train.pixels.size(); ++k) on[k % inputs] += train.pixels[k] > level;

  const auto count = static_cast<std::int64_t>(train.size());
  const double least = options.rarest * static_cast<double>(count);
  PixelThresholds kept{level, {}};
  for (std::size_t i = 0; i < inputs; ++i) {
    if (static_cast<double>(std::min(on[i], count - on[i])) >= least) {
      kept.pixels.push_back(static_cast<std::uint32_t>(i));
    }
  }
  if (kept.pixels.size() % 2 != (odd ? 1 : 0) && !kept.pixels.empty()) {
    const auto balance = [&](std::uint32_t pixel) { return -std::abs(2 * on[pixel] - count); };
    auto worst = kept.pixels.begin();
    for (auto at = kept.pixels.begin(); at != kept.pixels.end(); ++at) {
      if (balance(*at) <= balance(*worst)) worst = at;
    }
    kept.pixels.erase(worst);
  }
  if (kept.pixels.empty()) {
    fail(
        "expected pixels that are above {} in {} to {} percent of the training images, but there are too few",
        options.level, 100 * options.rarest, 100 * (1 - options.rarest));
  }
  return kept;
}

void PackedPixelThresholds::apply(const std::uint8_t* pixels, std::size_t count, BitMatrix& out,
                                  std::size_t first_image, std::size_t first_column) const {
  std::vector<std::uint64_t> image((inputs_ + kWordBits - 1) / kWordBits);
  for (std::size_t k = 0; k < count; ++k) {
    put_ink_bits(pixels + k * inputs_, inputs_, level_, image.data());
    for (std::size_t p = 0; p < depth_; ++p) {
      picker_.pick(image.data(), out.row((first_image + k) * depth_ + p), first_column);
    }
  }
}

}  // namespace bitbasin
