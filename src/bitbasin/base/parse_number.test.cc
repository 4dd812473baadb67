// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/parse_number.h"

#include <gmock/gmock.h>

#include <limits>

#include "bitbasin/base/error.h"

namespace bitbasin::parse_number_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Number, RangesReadAsWords) {
  EXPECT_EQ(in_words(Range<double>{}), "number");
  EXPECT_EQ(in_words(Range<double>{0, 1}), "number from 0 to 1");
  EXPECT_EQ(in_words(Range<double>{0, kInfinity, true}), "number above 0");
  EXPECT_EQ(in_words(Range<double>{0, 0.5, true}), "number above 0 and at most 0.5");
  EXPECT_EQ(in_words(Range<double>{0, 1, false, true}), "number of at least 0 and below 1");
  EXPECT_EQ(in_words(Range<double>{-kInfinity, 1, false, true}), "number below 1");
  EXPECT_EQ(in_words(Range<std::int64_t>{}), "whole number");
  EXPECT_EQ(in_words(Range<std::int64_t>{.max = 7}), "whole number of at most 7");
  EXPECT_EQ(in_words(Range<std::uint64_t>{}), "whole number of at least 0");
  EXPECT_EQ(in_words(Range<int>{1, 64}), "whole number from 1 to 64");
}

TEST(Number, ReadsWholeTextsInsideTheRange) {
  EXPECT_EQ(parse_number<double>("x", "-1e-3"), -1e-3);
  EXPECT_EQ(parse_number<double>("x", "0", {0, 1}), 0);
  EXPECT_EQ(parse_number<double>("x", "inf"), kInfinity);
  EXPECT_EQ(parse_number<int>("x", "-7"), -7);
  EXPECT_EQ(parse_number<std::uint64_t>("x", "18446744073709551615"),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(parse_number<std::int64_t>("x", "-9223372036854775808"),
            std::numeric_limits<std::int64_t>::min());
}

TEST(Number, RefusesEverythingElse) {
  for (const char* text :
       {"", " ", "1 ", " 1", "+1", "1,5", "0x10", "one", "nan", "NaN", "-nan", "--1", "1.0.0"}) {
    EXPECT_THROW(parse_number<double>("x", text), Error) << text;
  }
  for (const char* text : {"", "1.0", "1e3", "0x10", "- 1", "1k"}) {
    EXPECT_THROW(parse_number<std::int64_t>("x", text), Error) << text;
  }
  EXPECT_THROW(parse_number<std::uint64_t>("x", "-1"), Error);
  EXPECT_THROW(parse_number<double>("x", "0", {0, 1, true}), Error);
  EXPECT_THROW(parse_number<double>("x", "1", {0, 1, false, true}), Error);
  EXPECT_THROW(parse_number<double>("x", "inf", {0, kInfinity, true, true}), Error);
}

TEST(Number, ErrorsNameTheRangeAndWhatWasGiven) {
  EXPECT_THAT(
      [] {
        parse_number<double>("--rate", "2", {0, 1});
      },
      ThrowsMessage<Error>("--rate: expected a number from 0 to 1, got '2'"));
  EXPECT_THAT([] { parse_number<int>("--n", "99999999999"); },
              ThrowsMessage<Error>(HasSubstr("'99999999999' does not fit into 32 bits")));
  EXPECT_THAT([] { parse_number<double>("--rate", "1e999"); },
              ThrowsMessage<Error>(HasSubstr("does not fit")));
}

TEST(Number, ChoicesAreFoundOrListed) {
  const std::string_view names[] = {"constant", "ramp"};
  EXPECT_EQ(parse_choice("schedule", "ramp", names, "constant|ramp"), 1);
  EXPECT_THAT([&] { parse_choice("schedule", "Ramp", names, "constant|ramp"); },
              ThrowsMessage<Error>("schedule: expected one of constant|ramp; got 'Ramp'"));
}

TEST(Number, QuotedTextIsOnePrintableLine) {
  EXPECT_EQ(quote("a b"), "'a b'");
  EXPECT_EQ(quote("a\nb\x1b[1m"), "'a\\x0ab\\x1b[1m'");
  EXPECT_EQ(quote(std::string(61, 'a')), "'" + std::string(60, 'a') + "...'");
}

}  // namespace
}  // namespace bitbasin::parse_number_test
