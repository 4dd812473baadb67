// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::npy_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Kind = NpyType::Kind;

NpyArray parse(const std::string& bytes) {
  ByteReader reader(bytes, "a.npy", ByteReader::kMinimumBufferBytes);
  return parse_npy(reader);
}

std::string array_bytes(const NpyHeader& header, std::string_view elements) {
  return format_npy_header(header) + std::string(elements);
}

template <class T>
std::string formatted(const std::vector<std::size_t>& shape, const std::vector<T>& values) {
  return collect([&](const ByteSink& sink) { format_npy<T>(sink, shape, values); });
}

TEST(Npy, ReadsBothElementOrders) {
  const NpyArray c =
      parse(array_bytes({{Kind::signed_integer, 1, false}, false, {2, 3}}, "\x01\x02\x03\x04\x05\xff"));
  const NpyArray f =
      parse(array_bytes({{Kind::signed_integer, 1, false}, true, {2, 3}}, "\x01\x04\x02\x05\x03\xff"));
  EXPECT_THAT(npy_doubles(c), ElementsAre(1, 2, 3, 4, 5, -1));
  EXPECT_THAT(npy_doubles(f), ElementsAre(1, 2, 3, 4, 5, -1));
  EXPECT_EQ(c.at(1, 0), 4);
  EXPECT_EQ(f.at(1, 0), 4);
}

TEST(Npy, RowsOfThreeDimensionsHoldTheOtherTwo) {
  const NpyType type{Kind::unsigned_integer, 1, false};
  const NpyArray c = parse(array_bytes({type, false, {2, 2, 3}}, "abcdefghijkl"));
  const NpyArray f = parse(array_bytes({type, true, {2, 2, 3}}, "agdjbhekcifl"));
  EXPECT_EQ(c.rows(), 2);
  EXPECT_EQ(c.cols(), 6);
  EXPECT_EQ(c.at(1, 4), 'k');
  EXPECT_EQ(npy_uint8(c, "c"), npy_uint8(f, "f"));
}

TEST(Npy, ReadsBothByteOrders) {
  const auto one = [](Kind kind, std::uint8_t size, bool big, std::string_view bytes) {
    return parse(array_bytes({{kind, size, big}, false, {1}}, bytes)).at(0, 0);
  };
  using namespace std::string_view_literals;
  EXPECT_EQ(one(Kind::signed_integer, 2, false, "\xfe\xff"sv), -2);
  EXPECT_EQ(one(Kind::signed_integer, 2, true, "\xff\xfe"sv), -2);
  EXPECT_EQ(one(Kind::unsigned_integer, 2, true, "\x01\x02"sv), 258);
  EXPECT_EQ(one(Kind::signed_integer, 4, false, "\x00\x00\x01\x00"sv), 65536);
  EXPECT_EQ(one(Kind::unsigned_integer, 4, true, "\xff\xff\xff\xff"sv), 4294967295.0);
  EXPECT_EQ(one(Kind::signed_integer, 8, true, "\xff\xff\xff\xff\xff\xff\xff\xf0"sv), -16);
  EXPECT_EQ(one(Kind::unsigned_integer, 8, false, "\x00\x00\x00\x00\x00\x00\x00\x80"sv), 0x1p63);
  EXPECT_EQ(one(Kind::real, 4, true, "\x3f\xc0\x00\x00"sv), 1.5);
  EXPECT_EQ(one(Kind::real, 8, true, "\xbf\xf8\x00\x00\x00\x00\x00\x00"sv), -1.5);
  EXPECT_EQ(one(Kind::real, 8, false, "\x00\x00\x00\x00\x00\x00\xf8\x3f"sv), 1.5);
  EXPECT_EQ(one(Kind::boolean, 1, false, "\x01"sv), 1);
}

TEST(Npy, WritesWhatItReads) {
  const std::vector<double> reals{0.1, -1e300, std::numeric_limits<double>::infinity(), 0, 5e-324, 3};
  EXPECT_EQ(npy_doubles(parse(formatted<double>({3, 2}, reals))), reals);
  EXPECT_THAT(npy_doubles(parse(formatted<std::int32_t>({4}, {1, -1, 1 << 30, -2147483647}))),
              ElementsAre(1, -1, 1 << 30, -2147483647));
  EXPECT_THAT(npy_doubles(parse(formatted<std::int8_t>({2}, {-128, 127}))), ElementsAre(-128, 127));
  EXPECT_THAT(npy_uint8(parse(formatted<std::uint8_t>({1, 2}, {0, 255})), "a"), ElementsAre(0, 255));
}

TEST(Npy, FilesRoundTrip) {
  const TempFolder folder;
  const std::vector<std::int32_t> values{1, 2, 3, 4, 5, 6};
  write_npy<std::int32_t>(folder.path("a.npy"), {2, 3}, values);
  write_npy<std::int32_t>(folder.path("a.npy.gz"), {2, 3}, values);
  EXPECT_THAT(npy_doubles(read_npy(folder.path("a.npy"))), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(read_npy(folder.path("a.npy.gz")).header.shape, (std::vector<std::size_t>{2, 3}));
}

TEST(Npy, BytesMustBeWholeNumbersInRange) {
  const double nan = std::nan("");
  const auto bytes_error = [](double value) {
    const NpyArray array = parse(formatted<double>({2, 2}, {0, 1, value, 3}));
    return error_text([&] { npy_uint8(array, "a.npy"); });
  };
  EXPECT_EQ(bytes_error(nan),
            "a.npy row 1, column 0 (counted from 0): expected a whole number from 0 to 255, found nan");
  for (const double value : {-1.0, 256.0, 0.5, 1e300, -1e300}) {
    EXPECT_THAT(bytes_error(value), HasSubstr("expected a whole number from 0 to 255"));
  }
  EXPECT_EQ(bytes_error(255), "(no error)");
}

TEST(Npy, RefusesWrongSizes) {
  const std::string whole = formatted<double>({3, 2}, {1, 2, 3, 4, 5, 6});
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_THAT(error_text([&] { parse(whole.substr(0, size)); }), HasSubstr("the file ends after")) << size;
  }
  EXPECT_THAT(error_text([&] { parse(whole + "x"); }), HasSubstr("more bytes follow"));
  const NpyHeader huge{{Kind::real, 8, false}, false, {1 << 28, 1 << 28}};
  EXPECT_THAT(error_text([&] { parse(array_bytes(huge, "12345678")); }),
              HasSubstr("expected 576460752303423488 bytes of array elements, but the file ends after 8"));
}

TEST(Npy, EmptyArraysAreArrays) {
  EXPECT_TRUE(npy_doubles(parse(formatted<double>({0, 5}, {}))).empty());
  EXPECT_TRUE(npy_doubles(parse(array_bytes({{Kind::real, 8, false}, false, {1ul << 58, 0}}, ""))).empty());
}

TEST(Npy, RefusesBadFiles) {
  const TempFolder folder;
  EXPECT_THAT(error_text([&] { read_npy(folder.path("absent.npy")); }), HasSubstr("cannot open "));
  EXPECT_THAT(error_text([&] { read_npy(folder.path()); }), HasSubstr("is a directory"));
  EXPECT_THAT(error_text([&] { read_npy(folder.add("empty", "")); }), HasSubstr("is empty"));
}

}  // namespace
}  // namespace bitbasin::npy_test
