// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/simd_level.h"

#include <gmock/gmock.h>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/every_level.test.h"

namespace bitbasin::simd_level_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(SimdLevel, ScalarIsAlwaysThereAndLast) {
  EXPECT_EQ(available_simd_levels().back(), "scalar");
}

TEST(SimdLevel, EachAvailableLevelCanBeChosen) {
  for_every_simd_level([](std::string_view level) { EXPECT_EQ(simd_level(), level); });
  EXPECT_EQ(simd_level(), available_simd_levels().front());
}

TEST(SimdLevel, RefusesUnknownAndMissingLevels) {
  EXPECT_THAT([] { set_simd_level("mmx"); }, ThrowsMessage<Error>(HasSubstr("got mmx")));
  const std::string_view missing = available_simd_levels().front() == "neon" ? "avx2" : "neon";
  EXPECT_THAT([&] { set_simd_level(missing); }, ThrowsMessage<Error>(HasSubstr("which it lacks")));
}

}  // namespace
}  // namespace bitbasin::simd_level_test
