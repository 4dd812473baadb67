// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/patches/patch_filters.h"

#include <gtest/gtest.h>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin::patch_filters_test {
namespace {

int random_below(Stream& stream, int bound) {
  return static_cast<int>(stream.next() % static_cast<std::uint64_t>(bound));
}

TEST(PatchFilters, RespondAsTwoLoopsDo) {
  Stream stream(1, purpose("test.patch_filters"));
  struct Case {
    int size, count, places;
  };
  for (const Case& c : {Case{1, 1, 1}, Case{2, 3, 5}, Case{3, 16, 24}, Case{5, 33, 13}, Case{7, 70, 29}}) {
    const int size = c.size, count = c.count, places = c.places;
    PatchFilters filters{static_cast<std::size_t>(size), static_cast<std::size_t>(count), {}};
    for (int i = 0; i < count * size * size; ++i) {
      filters.weights.push_back(static_cast<std::int16_t>(random_below(stream, 2001) - 1000));
    }
    const int pitch = places + size - 1;
    std::vector<std::int16_t> pixels(static_cast<std::size_t>(pitch * size + 1));
    for (std::int16_t& p : pixels) p = static_cast<std::int16_t>(random_below(stream, 256));
    const PackedFilters packed(filters);
    ASSERT_GE(packed.stride(), filters.count);
    for_every_simd_level([&](std::string_view) {
      AlignedArray<std::int32_t> out(static_cast<std::size_t>(places) * packed.stride());
      packed.respond(pixels.data(), 1, static_cast<std::size_t>(pitch), static_cast<std::size_t>(places),
                     out.data());
      for (int k = 0; k < places; ++k) {
        for (int f = 0; f < count; ++f) {
          std::int32_t sum = 0;
          for (int i = 0; i < size * size; ++i) {
            sum += filters.weights[static_cast<std::size_t>(f * size * size + i)] *
                   pixels[static_cast<std::size_t>(i / size * pitch + k + i % size)];
          }
          EXPECT_EQ(out[static_cast<std::size_t>(k) * packed.stride() + static_cast<std::size_t>(f)], sum)
              << size << " " << k << " " << f;
        }
      }
    });
  }
}

TEST(PatchFilters, KnowWhetherTheirSumsFit) {
  PatchFilters filters{1, 2, {100, -32767}};
  EXPECT_TRUE(sums_fit(filters));  // 2 * 255 * 32767 is far below 2^31
  filters = {2, 256, std::vector<std::int16_t>(1024, 8224)};
  EXPECT_TRUE(sums_fit(filters));  // 256 * 255 * 4 * 8224 = 2147450880
  filters.weights[1000] = -8353;
  EXPECT_FALSE(sums_fit(filters));
}

}  // namespace
}  // namespace bitbasin::patch_filters_test
