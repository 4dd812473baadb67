// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace bitbasin {

// Images that stand for all, evenly spaced because images may be sorted by label. They are so many that the
// share of images with some property is known to half a percent.
class EvenSample {
 public:
  explicit EvenSample(std::size_t images)
      : step_((images + kMostImages - 1) / kMostImages), size_((images + step_ - 1) / step_) {}

  std::size_t size() const { return size_; }
  std::size_t image(std::size_t k) const { return k * step_; }

 private:
  static constexpr std::size_t kMostImages = 10000;

  std::size_t step_;
  std::size_t size_;
};

}  // namespace bitbasin
