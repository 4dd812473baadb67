// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/ink_bits.h"

#include <gtest/gtest.h>

#include <vector>

#include "bitbasin/bits/every_level.test.h"

namespace bitbasin::ink_bits_test {
namespace {

TEST(InkBits, AreThePixelsAboveALevel) {
  std::vector<std::uint8_t> pixels(300);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * 97);
  for_every_simd_level([&](std::string_view) {
    for (const std::size_t count : {1u, 63u, 64u, 65u, 130u, 300u}) {
      for (const int ink : {0, 100, 128, 254}) {
        std::vector<std::uint64_t> words((count + 63) / 64, ~std::uint64_t{0});
        put_ink_bits(pixels.data(), count, static_cast<std::uint8_t>(ink), words.data());
        for (std::size_t i = 0; i < words.size() * 64; ++i) {
          ASSERT_EQ(words[i / 64] >> i % 64 & 1, i < count && pixels[i] > ink ? 1u : 0u) << count << " " << i;
        }
      }
    }
  });
}

}  // namespace
}  // namespace bitbasin::ink_bits_test
