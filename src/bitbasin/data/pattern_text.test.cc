// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/pattern_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::pattern_text_test {
namespace {

using testing::HasSubstr;

LabelledPatterns parse(std::string_view text) {
  ByteReader reader(text, "p.txt", ByteReader::kMinimumBufferBytes);
  return parse_pattern_text(reader);
}

std::string parse_error(std::string_view text) {
  return error_text([&] { parse(text); });
}

LabelledPatterns example(std::size_t patterns, std::size_t n) {
  LabelledPatterns data{BitMatrix(patterns, n), BitVector(patterns)};
  for (std::size_t r = 0; r < patterns; ++r) {
    data.labels.set(r, r % 3 == 0);
    for (std::size_t c = 0; c < n; ++c) data.patterns.set(r, c, (r * 5 + c * c) % 7 < 4);
  }
  return data;
}

TEST(PatternText, ReadsLabelsThenPatterns) {
  const LabelledPatterns data = parse("1 -1\n+1 -1 -1\n-1 -1 +1\n");
  EXPECT_EQ(data.labels.size(), 2);
  EXPECT_TRUE(data.labels[0]);
  EXPECT_FALSE(data.labels[1]);
  ASSERT_EQ(data.patterns.rows(), 2);
  ASSERT_EQ(data.patterns.cols(), 3);
  EXPECT_EQ(data.patterns.row(0)[0], 0b001u);
  EXPECT_EQ(data.patterns.row(1)[0], 0b100u);
}

TEST(PatternText, LabelsAndPatternsMayBeSpeltDifferently) {
  EXPECT_EQ(parse("0 1\n1 -1\n-1 1\n"), parse("-1 1\n1,0\n0,1"));
}

TEST(PatternText, AcceptsCrlfTrailingSeparatorsAndBlankLinesAtTheEnd) {
  EXPECT_EQ(parse("1,-1,\r\n1,-1,\r\n-1,1,\r\n\r\n \t\n"), parse("1 -1\n1 -1\n-1 1"));
}

TEST(PatternText, RefusesWrongShapes) {
  EXPECT_EQ(parse_error("1 1 1\n1 1\n1 -1\n"),
            "p.txt: expected 3 patterns, one for each label in the first line, found 2");
  EXPECT_EQ(parse_error("1\n1 1\n1 -1\n"),
            "p.txt line 3: expected 1 pattern, one for each label in the first line, found more");
  EXPECT_EQ(parse_error("1 1\n1 1 1\n1 -1\n"),
            "p.txt line 3: expected 3 entries, +1 or -1 (or 0 and 1), found 2");
  EXPECT_EQ(parse_error("1 1\n1 1\n1 -1 -1\n"),
            "p.txt line 3: expected 2 entries, +1 or -1 (or 0 and 1), found more");
  EXPECT_EQ(parse_error("1 1 1\n"),
            "p.txt: expected 3 patterns, one for each label in the first line, found 0");
  EXPECT_EQ(parse_error("\n1 1\n"),
            "p.txt line 1: expected the labels of the patterns, +1 or -1 (or 0 and 1), found a blank line");
  EXPECT_EQ(parse_error("1 1\n1 1\n\n1 1\n"), "p.txt line 4: expected nothing after a blank line, found '1'");
}

TEST(PatternText, RefusesMixedSpellingsAndGarbage) {
  EXPECT_EQ(
      parse_error("1 1\n1 0\n1 -1\n"),
      "p.txt line 3: expected entries that are all +1 or -1, or all 0 or 1, but entry 2 mixes 0 with -1");
  EXPECT_THAT(parse_error("0 -1\n1 1\n1 1\n"), HasSubstr("p.txt line 1: "));
  EXPECT_EQ(parse_error("1 1\n1 nan\n1 1\n"),
            "p.txt line 2: expected entries +1 or -1 (or 0 and 1), found 'nan'");
  EXPECT_THAT(parse_error(std::string_view("\0\x01\x02", 3)), HasSubstr("p.txt line 1: expected entries"));
  EXPECT_THAT(parse_error("\x93NUMPY"), HasSubstr("found '\\x93NUMPY'"));
}

TEST(PatternText, RefusesEveryCutThroughTheRows) {
  const std::string text = collect([](const ByteSink& sink) { format_pattern_text(sink, example(5, 9)); });
  const std::size_t last_digit = text.size() - 2;
  for (std::size_t size = 1; size <= last_digit; ++size) {
    EXPECT_NE(parse_error(text.substr(0, size)), "(no error)") << size;
  }
  EXPECT_EQ(parse(text.substr(0, text.size() - 1)), example(5, 9));
}

TEST(PatternText, FilesRoundTripPlainAndPacked) {
  const TempFolder folder;
  const LabelledPatterns data = example(40, 1001);
  for (const std::string_view name : {"p.txt", "p.txt.gz"}) {
    write_pattern_text(folder.path(name), data);
    EXPECT_EQ(read_pattern_text(folder.path(name)), data);
  }
  EXPECT_EQ(file_bytes(folder.path("p.txt.gz")).substr(0, 2), "\x1f\x8b");
}

// rFBP counts the delimiters in the first line for the labels and in the second for the inputs of a pattern,
// and then reads one number after another.
TEST(PatternText, RfbpReadsItWithASpaceAsDelimiter) {
  for (const auto& [patterns, n] : {std::pair{7, 5}, {1, 3}, {4, 1}, {3, 130}}) {
    const LabelledPatterns data = example(static_cast<std::size_t>(patterns), static_cast<std::size_t>(n));
    const std::string text = collect([&](const ByteSink& sink) { format_pattern_text(sink, data); });
    std::istringstream lines(text);
    std::string labels, inputs;
    std::getline(lines, labels);
    std::getline(lines, inputs);
    ASSERT_EQ(std::ranges::count(labels, ' ') + 1, patterns);
    ASSERT_EQ(std::ranges::count(inputs, ' ') + 1, n);
    std::istringstream numbers(text);
    long number = 0;
    for (std::size_t r = 0; r < data.labels.size(); ++r) {
      ASSERT_TRUE(numbers >> number);
      EXPECT_EQ(number, data.labels.sign(r));
    }
    for (std::size_t r = 0; r < data.patterns.rows(); ++r) {
      for (std::size_t c = 0; c < data.patterns.cols(); ++c) {
        ASSERT_TRUE(numbers >> number);
        EXPECT_EQ(number, data.patterns.sign(r, c));
      }
    }
    EXPECT_FALSE(numbers >> number) << "more than labels and patterns";
  }
}

TEST(PatternText, RoundTripsForAllShapes) {
  EXPECT_TRUE(rc::check("format, then parse", [] {
    LabelledPatterns data{
        BitMatrix(*rc::gen::inRange<std::size_t>(1, 20), *rc::gen::inRange<std::size_t>(1, 200)), {}};
    data.labels = BitVector(data.patterns.rows());
    for (std::size_t r = 0; r < data.patterns.rows(); ++r) {
      data.labels.set(r, *rc::gen::arbitrary<bool>());
      const auto words = *rc::gen::container<std::vector<std::uint64_t>>(data.patterns.stride(),
                                                                         rc::gen::arbitrary<std::uint64_t>());
      std::copy(words.begin(), words.end(), data.patterns.row(r).begin());
      clear_padding(data.patterns.row(r), data.patterns.cols());
    }
    RC_ASSERT(parse(collect([&](const ByteSink& sink) { format_pattern_text(sink, data); })) == data);
  }));
}

TEST(PatternText, RefusesBadFiles) {
  const TempFolder folder;
  EXPECT_THAT(error_text([&] { read_pattern_text(folder.path("absent.txt")); }), HasSubstr("cannot open "));
  EXPECT_THAT(error_text([&] { read_pattern_text(folder.path()); }), HasSubstr("is a directory"));
  EXPECT_THAT(error_text([&] { read_pattern_text(folder.add("empty.txt", "")); }), HasSubstr("is empty"));
  write_pattern_text(folder.path("p.gz"), example(30, 300));
  const std::string packed = file_bytes(folder.path("p.gz"));
  const std::string cut = folder.add("cut.gz", packed.substr(0, packed.size() / 2));
  EXPECT_EQ(error_text([&] { read_pattern_text(cut); }), cut + ": the gzip stream is cut short");
}

TEST(PatternText, WillNotWriteWhatItCouldNotReadBack) {
  const TempFolder folder;
  const LabelledPatterns none{BitMatrix(0, 5), BitVector(0)};
  EXPECT_THAT(error_text([&] { write_pattern_text(folder.path("p"), none); }),
              HasSubstr("at least one pattern"));
  EXPECT_EQ(folder.count_files(), 0);
}

}  // namespace
}  // namespace bitbasin::pattern_text_test
