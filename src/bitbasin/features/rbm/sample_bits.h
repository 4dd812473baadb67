// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bitbasin {

// values[i] = 1 / (1 + exp(-values[i])), relative error below 3e-7, the same bits at every SIMD level.
void sigmoid_array(std::span<float> values);

// Random numbers of 16 bits are enough to draw from a probability: one that is off by 2^-17 shifts the mean
// activity of a unit by less than a single image among 60000 does. Both functions set bit i of `bits`, for
// i < 64 bits.size(), and read as many entries of the other arrays.

// Bit i is 1 with probability p[i]: where random[i] + 1/2 < 65536 p[i].
void sample_bits(std::span<const float> p, std::span<const std::uint16_t> random,
                 std::span<std::uint64_t> bits);

// Bit i is 1 with probability grey[i] / 255 (times 65535 / 65536).
void sample_pixels(std::span<const std::uint8_t> grey, std::span<const std::uint16_t> random,
                   std::span<std::uint64_t> bits);

}  // namespace bitbasin
