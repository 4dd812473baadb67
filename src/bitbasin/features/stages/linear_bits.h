// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/bits/bit_matrix.h"

namespace bitbasin {

// Linear threshold units over pixels, in integers: output j is the number of its thresholds that are below
// sum_i w[j][i] x[i]; with one threshold it is a bit.
struct LinearBits {
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  std::vector<std::int16_t> weights;     // one row per output
  std::vector<std::int32_t> thresholds;  // one row per output, ascending

  std::size_t levels() const { return thresholds.size() / outputs; }  // 2^D - 1 for outputs of D bits

  bool operator==(const LinearBits&) const = default;
};

// 255 times the sum of the absolute weights of an output must not exceed this, so that no sum of pixels times
// weights overflows.
inline constexpr std::int64_t kLargestSum = 0x7fffffff;

// Whether `count` times 255 times the sum of the absolute weights of each row does not exceed it.
bool row_sums_fit(std::span<const std::int16_t> weights, std::size_t row, std::int64_t factor);

// Whether every output keeps to it.
bool sums_fit(const LinearBits& units);

// Real weights and thresholds over pixels rounded to integers, one or more ascending thresholds per output.
// Each output has its own scale, the largest that keeps its weights in 16 and its sums in 32 bits.
LinearBits quantize(std::size_t inputs, std::size_t outputs, std::span<const float> weights,
                    std::span<const float> thresholds);

// The units in the order in which the kernel reads them: two inputs of sixteen outputs fill a cache line.
class PackedLinearBits {
 public:
  PackedLinearBits() = default;
  // `depth` bits per output: the binary digits of its number, or, if units have one threshold, the same bit
  // repeated.
  PackedLinearBits(const LinearBits& units, std::size_t depth);

  std::size_t inputs() const { return inputs_; }
  std::size_t outputs() const { return outputs_; }

  // The bits of `count` consecutive images. Bit p of image k goes into row (first_image + k) depth + p of
  // `out`, starting at column first_column, which must be zero.
  void apply(const std::uint8_t* pixels, std::size_t count, BitMatrix& out, std::size_t first_image,
             std::size_t first_column) const;

  static constexpr std::size_t kBlock = 16;  // outputs

 private:
  std::size_t inputs_ = 0;
  std::size_t outputs_ = 0;
  std::size_t levels_ = 1;
  std::size_t depth_ = 1;
  AlignedArray<std::int16_t> weights_;     // [block][pair of inputs][output][input of the pair]
  AlignedArray<std::int32_t> thresholds_;  // [block][level][output], padded with the largest: never on
};

}  // namespace bitbasin
