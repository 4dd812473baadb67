// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/weights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "bitbasin/data/npy_signs.h"
#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::weights_test {
namespace {

using testing::HasSubstr;

BitVector parse(std::string_view bytes) {
  ByteReader reader(bytes, "w", ByteReader::kMinimumBufferBytes);
  return parse_weights(reader);
}

std::string parse_error(std::string_view bytes) {
  return error_text([&] { parse(bytes); });
}

BitVector example(std::size_t size) {
  BitVector bits(size);
  for (std::size_t i = 0; i < size; ++i) bits.set(i, i * i % 11 < 5);
  return bits;
}

TEST(Weights, TextMaySpreadOverLines) {
  EXPECT_EQ(parse("1 -1\n\n1,-1\r\n-1"), parse("+1 -1 +1 -1 -1\n"));
  EXPECT_EQ(parse("1\n0\n1\n0\n0\n"), parse("1 -1 1 -1 -1"));
}

TEST(Weights, NpyIsKnownByItsFirstBytes) {
  const std::string bytes = collect([](const ByteSink& sink) { format_npy_signs(sink, example(77)); });
  EXPECT_EQ(parse(bytes), example(77));
}

TEST(Weights, FilesRoundTripInEveryFormat) {
  const TempFolder folder;
  for (const std::string_view name : {"w.txt", "w", "w.txt.gz", "w.npy", "w.npy.gz"}) {
    for (const std::size_t size : {1u, 64u, 1001u}) {
      write_weights(folder.path(name), example(size));
      EXPECT_EQ(read_weights(folder.path(name)), example(size)) << name;
    }
  }
  EXPECT_EQ(file_bytes(folder.path("w.npy")).substr(1, 5), "NUMPY");
  EXPECT_EQ(file_bytes(folder.path("w.txt")).substr(0, 4), "1 1 ");
}

TEST(Weights, RefusesEverythingElse) {
  EXPECT_EQ(parse_error("\n \n"), "w: expected entries +1 or -1 (or 0 and 1), found only blank lines");
  EXPECT_EQ(parse_error("1 1\n1 2\n"), "w line 2: expected entries +1 or -1 (or 0 and 1), found '2'");
  EXPECT_EQ(parse_error("1 -1\n0\n"),
            "w line 2: expected entries that are all +1 or -1, or all 0 or 1, but entry 1 mixes 0 with -1");
  EXPECT_THAT(parse_error("\x93NUMPX"), HasSubstr("found '\\x93NUMPX'"));
  EXPECT_THAT(parse_error("\x93NUMPY"), HasSubstr("the file ends after"));
  EXPECT_THAT(parse_error(""), HasSubstr("is empty"));
}

TEST(Weights, RefusesBadFiles) {
  const TempFolder folder;
  EXPECT_THAT(error_text([&] { read_weights(folder.path("absent")); }), HasSubstr("cannot open "));
  EXPECT_THAT(error_text([&] { read_weights(folder.path()); }), HasSubstr("is a directory"));
  EXPECT_THAT(error_text([&] { write_weights(folder.path("w"), BitVector()); }),
              HasSubstr("at least one weight"));
  EXPECT_EQ(folder.count_files(), 0);
}

}  // namespace
}  // namespace bitbasin::weights_test
