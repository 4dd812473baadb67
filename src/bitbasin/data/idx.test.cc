// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/idx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::idx_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::string_view_literals;

IdxArray parse(std::string_view bytes) {
  ByteReader reader(bytes, "a.idx", ByteReader::kMinimumBufferBytes);
  return parse_idx(reader);
}

std::string parse_error(std::string_view bytes) {
  return error_text([&] { parse(bytes); });
}

IdxArray images() {
  IdxArray array{{3, 4, 5}, std::vector<std::uint8_t>(60)};
  for (std::size_t i = 0; i < array.bytes.size(); ++i) array.bytes[i] = static_cast<std::uint8_t>(i * i);
  return array;
}

TEST(Idx, ReadsOneToThreeDimensions) {
  const IdxArray labels = parse("\0\0\x08\x01\0\0\0\x03\x07\x00\xff"sv);
  EXPECT_THAT(labels.shape, ElementsAre(3));
  EXPECT_THAT(labels.bytes, ElementsAre(7, 0, 255));
  const IdxArray table = parse("\0\0\x08\x02\0\0\0\x01\0\0\0\x02\x05\x06"sv);
  EXPECT_THAT(table.shape, ElementsAre(1, 2));
  EXPECT_EQ(parse(collect([](const ByteSink& sink) { format_idx(sink, images()); })), images());
}

TEST(Idx, FilesRoundTripPlainAndPacked) {
  const TempFolder folder;
  for (const std::string_view name : {"images-idx3-ubyte", "images-idx3-ubyte.gz"}) {
    write_idx(folder.path(name), images());
    EXPECT_EQ(read_idx(folder.path(name)), images());
  }
}

TEST(Idx, AnEmptyArrayIsAnArray) {
  EXPECT_TRUE(parse("\0\0\x08\x03\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"sv).bytes.empty());
}

TEST(Idx, RefusesWrongHeaders) {
  EXPECT_THAT(parse_error("P5 28 28 255"),
              HasSubstr("starts with two zero bytes, got one that starts with 'P5'"));
  EXPECT_EQ(parse_error("\0\0\x0d\x01\0\0\0\x01"sv),
            "a.idx: expected an IDX file of unsigned bytes (type 8), got type 13");
  EXPECT_EQ(parse_error("\0\0\x08\x04"sv), "a.idx: expected an IDX file of 1 to 3 dimensions, got 4");
  EXPECT_THAT(parse_error("\0\0\x08\x00"sv), HasSubstr("dimensions, got 0"));
}

TEST(Idx, RefusesWrongSizes) {
  const std::string whole = collect([](const ByteSink& sink) { format_idx(sink, images()); });
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_THAT(parse_error(whole.substr(0, size)), HasSubstr("the file ends after")) << size;
  }
  EXPECT_THAT(parse_error(whole + "x"), HasSubstr("more bytes follow"));
  EXPECT_EQ(parse_error("\0\0\x08\x01\xff\xff\xff\xff\x01\x02"sv),
            "a.idx: expected 4294967295 bytes of array elements, but the file ends after 2");
  EXPECT_EQ(parse_error("\0\0\x08\x03\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv),
            "a.idx: expected an array that fits in memory, but dimension 2 is 4294967295");
}

TEST(Idx, RefusesBadFiles) {
  const TempFolder folder;
  EXPECT_THAT(error_text([&] { read_idx(folder.path("absent")); }), HasSubstr("cannot open "));
  EXPECT_THAT(error_text([&] { read_idx(folder.path()); }), HasSubstr("is a directory"));
  EXPECT_THAT(error_text([&] { read_idx(folder.add("empty", "")); }), HasSubstr("is empty"));
}

}  // namespace
}  // namespace bitbasin::idx_test
