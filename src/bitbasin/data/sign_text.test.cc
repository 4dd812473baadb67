// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/sign_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::sign_text_test {
namespace {

using testing::HasSubstr;

// The entries of the first line as a word of + and -, read through the smallest buffer.
std::string signs_of(std::string_view text) {
  ByteReader reader(text, "t", ByteReader::kMinimumBufferBytes);
  SignSpelling spelling;
  BitRows rows;
  std::string signs(parse_sign_line(reader, spelling, rows), '?');
  rows.end_row();
  const BitVector bits = rows.vector();
  for (std::size_t i = 0; i < bits.size(); ++i) signs[i] = bits[i] ? '+' : '-';
  return signs;
}

TEST(SignText, ReadsBothSpellingsAndAllSeparators) {
  EXPECT_EQ(signs_of("+1 -1 1\n"), "+-+");
  EXPECT_EQ(signs_of("0 1 1 0"), "-++-");
  EXPECT_EQ(signs_of("1,-1,1"), "+-+");
  EXPECT_EQ(signs_of("1, -1,\t1 ,+1,\r\n-1"), "+-++");
  EXPECT_EQ(signs_of("  1\t\t-1  \n"), "+-");
  EXPECT_EQ(signs_of("1"), "+");
  EXPECT_EQ(signs_of("\n1 1"), "");
  EXPECT_EQ(signs_of(" , \r\n"), "");
}

TEST(SignText, ReadsDecimalNumbersThatAreSigns) {
  EXPECT_EQ(signs_of("1.0 -1.0 +1. 1.00"), "+-++");
  EXPECT_EQ(signs_of("1.000000000000000000e+00 -1.000000000000000000e+00\n"), "+-");
  EXPECT_EQ(signs_of("0.000000000000000000e+00 1e0 .0 -0.0 -0 00 01"), "-+----+");
  EXPECT_EQ(signs_of("10e-1 0.1e1"), "++");
}

TEST(SignText, RefusesEverythingElse) {
  for (const std::string_view entry : {"2",      "-2",
                                       "11",     "0.5",
                                       "nan",    "-nan",
                                       "inf",    "x",
                                       "+",      "-",
                                       "--1",    "+-1",
                                       "-+1",    "1-1",
                                       "1.0.0",  "1e",
                                       "0x1",    "1e999",
                                       "1;1",    "\x80",
                                       "1e-400", "0000000000000000000000000000000000000000000000000001"}) {
    const std::string text = "1 1\n1 " + std::string(entry) + " 1\n";
    const std::string error = error_text([&] {
      ByteReader reader(text, "file", 16);
      SignSpelling spelling;
      BitRows rows;
      parse_sign_line(reader, spelling, rows);
      rows.end_row();
      parse_sign_line(reader, spelling, rows);
    });
    EXPECT_THAT(error, HasSubstr("file line 2: expected entries +1 or -1 (or 0 and 1), found '")) << entry;
  }
  EXPECT_THAT(error_text([] { signs_of("1 -+1"); }), HasSubstr("found '-+1'"));
  EXPECT_THAT(error_text([] { signs_of("1 +"); }), HasSubstr("found '+'"));
  EXPECT_THAT(error_text([] { signs_of(std::string_view("1 \0 1", 5)); }), HasSubstr("found '\\x00'"));
}

TEST(SignText, RefusesMixedSpellings) {
  EXPECT_THAT(error_text([] { signs_of("1 0 1 -1"); }), HasSubstr("entry 4 mixes 0 with -1"));
  EXPECT_THAT(error_text([] { signs_of("-1 0"); }), HasSubstr("entry 2 mixes 0 with -1"));
}

TEST(SignText, StopsAtTheLimit) {
  ByteReader reader("1 1 1 1\n", "file");
  SignSpelling spelling;
  BitRows rows;
  EXPECT_EQ(error_text([&] { parse_sign_line(reader, spelling, rows, 3); }),
            "file line 1: expected 3 entries, +1 or -1 (or 0 and 1), found more");
}

TEST(SignText, WritesWhatItReads) {
  for (const std::size_t size : {1u, 2u, 64u, 65u, 5000u}) {
    BitVector bits(size);
    for (std::size_t i = 0; i < size; ++i) bits.set(i, i * i % 7 < 3);
    const std::string text =
        collect([&](const ByteSink& sink) { format_sign_line(sink, bits.words(), size); });
    EXPECT_EQ(text.back(), '\n');
    const std::string signs = signs_of(text);
    ASSERT_EQ(signs.size(), size);
    for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(signs[i], bits[i] ? '+' : '-');
  }
}

}  // namespace
}  // namespace bitbasin::sign_text_test
