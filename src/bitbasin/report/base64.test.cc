// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/report/base64.h"

#include <gtest/gtest.h>

namespace bitbasin::base64_test {
namespace {

// The vectors of RFC 4648, section 10, and bytes above 127.
TEST(Base64, AgreesWithTheStandard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(std::string_view("\xff\xfe\x00", 3)), "//4A");
}

}  // namespace
}  // namespace bitbasin::base64_test
