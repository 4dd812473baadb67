// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "bitbasin/cuda/cuda_module.h"

namespace bitbasin {

// Patterns on a GPU: P rows of N signs, from 1 to 1,048,575 of each, so that sums fit 32 bits.
class GpuPatterns {
 public:
  // Random rows, made on the GPU, or given ones. `source` says which (cuda_module.h); if its GPU is kAnyGpu,
  // it is the first that has room. Fails with a sentence that has the bytes needed where there is none.
  explicit GpuPatterns(BitbasinPatternSource source);
  static constexpr int kAnyGpu = -1;

  std::size_t n() const { return n_; }
  std::size_t patterns() const { return patterns_; }

  // Entries from -2047 to 2047, as the CPU's product has them (bits/sign_product.h).
  void forward(std::span<const std::int16_t> in, std::span<std::int32_t> out);
  void backward(std::span<const std::int16_t> in, std::span<std::int32_t> out);
  // Patterns whose x . w is not from least to most.
  std::size_t count_errors(std::span<const std::uint64_t> w, std::int64_t least, std::int64_t most);

  // The iteration of message passing on the GPU (cuda_module.h).
  void amp_start(std::span<const double> theta, std::int64_t least);
  void amp_step(double threshold, double fresh, double memory);
  std::size_t amp_errors();
  void amp_signs(std::span<std::uint64_t> w);
  void amp_fields(std::span<double> theta);

  // Medians of this many runs each.
  BitbasinRates measure(int repeats);

 private:
  struct Close {
    Close() : module(nullptr) {}
    explicit Close(const BitbasinCuda* of) : module(of) {}
    const BitbasinCuda* module;
    void operator()(BitbasinPatterns* patterns) const { module->close(patterns); }
  };

  std::size_t n_, patterns_;
  const BitbasinCuda* module_ = nullptr;
  std::unique_ptr<BitbasinPatterns, Close> handle_;
};

}  // namespace bitbasin
