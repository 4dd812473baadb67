// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/parse_bytes.h"

#include <gtest/gtest.h>

#include "bitbasin/base/error.h"

namespace bitbasin::parse_bytes_test {
namespace {

TEST(ParseBytes, KnowsThousandsAndPowersOf1024) {
  EXPECT_EQ(parse_bytes("limit", "20000"), 20000);
  EXPECT_EQ(parse_bytes("limit", "7B"), 7);
  EXPECT_EQ(parse_bytes("limit", "20KB"), 20000);
  EXPECT_EQ(parse_bytes("limit", "1.5MB"), 1500000);
  EXPECT_EQ(parse_bytes("limit", "125KiB"), 128000);
  EXPECT_EQ(parse_bytes("limit", "2MiB"), 2097152);
}

TEST(ParseBytes, RefusesOthersWithASentence) {
  for (const char* text : {"", "KB", "20XB", "20 KB", "20kb", "-1", "0", "0.5", "1e30", "nan", "inf"}) {
    try {
      parse_bytes("limit", text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), fmt::format("limit: expected a size in bytes such as 20000, 20KB or 125KiB, "
                                          "got '{}'",
                                          text));
    }
  }
}

}  // namespace
}  // namespace bitbasin::parse_bytes_test
