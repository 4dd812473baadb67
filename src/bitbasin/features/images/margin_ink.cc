// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/images/margin_ink.h"

#include <cstdint>

#include "bitbasin/features/images/even_sample.h"

namespace bitbasin {

double margin_ink(const ImageSet& images) {
  if (images.size() == 0) return 0;
  const EvenSample sample(images.size());
  std::uint64_t all = 0;
  std::uint64_t margin = 0;
  std::uint64_t margin_pixels = 0;
  for (std::size_t k = 0; k < sample.size(); ++k) {
    const std::uint8_t* pixel = images.image(sample.image(k)).data();
    for (int y = 0; y < images.rows; ++y) {
      for (int x = 0; x < images.columns; ++x, ++pixel) {
        all += *pixel;
        if (y > 0 && x > 0 && y + 1 < images.rows && x + 1 < images.columns) continue;
        margin += *pixel;
        ++margin_pixels;
      }
    }
  }
  if (all == 0) return 0;
  const auto pixels = static_cast<double>(sample.size() * images.inputs());
  return static_cast<double>(margin) / static_cast<double>(margin_pixels) /
         (static_cast<double>(all) / pixels);
}

}  // namespace bitbasin
