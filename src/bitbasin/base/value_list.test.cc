// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/value_list.h"

#include <gmock/gmock.h>

#include "bitbasin/base/error.h"

namespace bitbasin::value_list_test {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(ValueList, ReadsOneOrManyOrASeries) {
  EXPECT_THAT(parse_value_list("d", "0.25"), ElementsAre(0.25));
  EXPECT_THAT(parse_value_list("d", "0.3,0.1,0.1"), ElementsAre(0.3, 0.1, 0.1));
  EXPECT_THAT(parse_value_list("d", "0:0.3:4"), ElementsAre(0, DoubleEq(0.1), DoubleEq(0.2), 0.3));
  EXPECT_THAT(parse_value_list("d", "1:0:3"), ElementsAre(1, 0.5, 0));
  EXPECT_THAT(parse_value_list("d", "0.7:0.9:1"), ElementsAre(0.7));
}

TEST(ValueList, RefusesTheRestWithOneSentence) {
  const auto read = [](const char* text) { return [=] { parse_value_list("--distances", text, {0, 1}); }; };
  EXPECT_THAT(read(""), ThrowsMessage<Error>(HasSubstr("--distances")));
  EXPECT_THAT(read("0.1,"), ThrowsMessage<Error>(HasSubstr("number from 0 to 1")));
  EXPECT_THAT(read("0.1,1.5"), ThrowsMessage<Error>(HasSubstr("number from 0 to 1")));
  EXPECT_THAT(read("0:1"), ThrowsMessage<Error>(HasSubstr("FIRST:LAST:COUNT")));
  EXPECT_THAT(read("0:1:2:3"), ThrowsMessage<Error>(HasSubstr("FIRST:LAST:COUNT")));
  EXPECT_THAT(read("0:1:0"), ThrowsMessage<Error>(HasSubstr("whole number from 1")));
  EXPECT_THAT([] { parse_value_list("x", "inf"); }, ThrowsMessage<Error>(HasSubstr("finite")));
}

}  // namespace
}  // namespace bitbasin::value_list_test
