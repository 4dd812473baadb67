// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/npy_header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::npy_header_test {
namespace {

using testing::HasSubstr;
using Kind = NpyType::Kind;

std::string with_size(std::string_view text, int version = 1) {
  std::string bytes(kNpyMagic);
  bytes += {static_cast<char>(version), '\0'};
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) bytes += static_cast<char>(text.size() >> 8 * i & 0xff);
  return bytes + std::string(text);
}

NpyHeader parse(const std::string& bytes) {
  ByteReader reader(bytes, "a.npy", ByteReader::kMinimumBufferBytes);
  return parse_npy_header(reader);
}

std::string parse_error(const std::string& bytes) {
  return error_text([&] { parse(bytes); });
}

TEST(NpyHeader, ReadsWhatNumPyWrites) {
  const NpyHeader expected{{Kind::real, 8, false}, false, {3, 4}};
  const std::string_view text = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }          \n";
  for (const int version : {1, 2, 3}) EXPECT_EQ(parse(with_size(text, version)), expected);
}

TEST(NpyHeader, AcceptsAnyKeyOrderSpaceAndQuotes) {
  const NpyHeader expected{{Kind::signed_integer, 1, false}, true, {7}};
  EXPECT_EQ(parse(with_size(R"({"shape":(7,),'fortran_order':True,"descr":"|i1"})")), expected);
  EXPECT_EQ(parse(with_size(" {\t'fortran_order' : True ,\n'descr' :'<i1', 'shape': ( 7L , ) ,}\n ")),
            expected);
}

TEST(NpyHeader, KnowsTheTypes) {
  const auto type_of = [](std::string_view descr) {
    return parse(with_size("{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (1,)}"))
        .type;
  };
  EXPECT_EQ(type_of("|b1"), (NpyType{Kind::boolean, 1, false}));
  EXPECT_EQ(type_of("|u1"), (NpyType{Kind::unsigned_integer, 1, false}));
  EXPECT_EQ(type_of(">i1"), (NpyType{Kind::signed_integer, 1, false}));
  EXPECT_EQ(type_of("<u2"), (NpyType{Kind::unsigned_integer, 2, false}));
  EXPECT_EQ(type_of(">i4"), (NpyType{Kind::signed_integer, 4, true}));
  EXPECT_EQ(type_of(">f4"), (NpyType{Kind::real, 4, true}));
  for (const std::string_view descr :
       {"<f2", "<c8", "|O", "<U4", "|i4", "=i4", "i4", "", "<", "<i16", "|S1"}) {
    EXPECT_EQ(error_text([&] { type_of(descr); }),
              "a.npy: expected an array of booleans, integers, float32 or float64, got the dtype '" +
                  std::string(descr) + "'");
  }
}

TEST(NpyHeader, RefusesWrongText) {
  const auto text_error = [](std::string_view text) { return parse_error(with_size(text)); };
  EXPECT_EQ(text_error(""), "a.npy: expected '{' in the NPY header, found its end");
  EXPECT_THAT(text_error("{'descr': [('x', '<i4')], 'fortran_order': False, 'shape': (1,)}"),
              HasSubstr("expected a string in the NPY header, found '[('x'"));
  EXPECT_THAT(text_error("{'descr': '<i4', 'fortran_order': 0, 'shape': (1,)}"),
              HasSubstr("expected True or False"));
  EXPECT_THAT(text_error("{'descr': '<i4', 'fortran_order': False, 'shape': (-1,)}"),
              HasSubstr("a whole number"));
  EXPECT_THAT(text_error("{'descr': '<i4', 'fortran_order': False, 'shape': (1,2"),
              HasSubstr("expected ')'"));
  EXPECT_THAT(text_error("{'descr': '<i4', 'fortran_order': False}"), HasSubstr("but shape is missing"));
  EXPECT_THAT(text_error("{'descr': '<i4', 'shape': (1,)}"), HasSubstr("but fortran_order is missing"));
  EXPECT_THAT(text_error("{}"), HasSubstr("but descr is missing"));
  EXPECT_THAT(text_error("{'descr': '<i4', 'descr': '<i4'}"), HasSubstr("once each, in the NPY header"));
  EXPECT_THAT(text_error("{'other': 1}"), HasSubstr("found 'other'"));
  EXPECT_THAT(text_error("{'descr': '<i4', 'fortran_order': False, 'shape': (1,)} x"),
              HasSubstr("nothing after the dictionary"));
  EXPECT_THAT(text_error("{'descr"), HasSubstr("a string that ends"));
}

TEST(NpyHeader, RefusesWrongShapes) {
  const auto shape_error = [](std::string_view shape) {
    return parse_error(
        with_size("{'descr': '<i8', 'fortran_order': False, 'shape': " + std::string(shape) + "}"));
  };
  EXPECT_THAT(shape_error("()"), HasSubstr("one to three dimensions, got the shape ()"));
  EXPECT_THAT(shape_error("(1, 2, 3, 4)"), HasSubstr("one to three dimensions, got the shape (1, 2, 3, 4)"));
  EXPECT_THAT(shape_error("(4194304, 4194304, 4194304)"), HasSubstr("fits in memory"));
  EXPECT_THAT(shape_error("(4294967296, 4294967296)"), HasSubstr("fits in memory"));
  EXPECT_THAT(shape_error("(2, 999999999999999999)"), HasSubstr("fits in memory"));
  EXPECT_THAT(shape_error("(99999999999999999999999,)"), HasSubstr("at most 18 digits"));
  std::string many = "(";
  for (int i = 0; i < 70; ++i) many += "1,";
  EXPECT_THAT(shape_error(many + ")"), HasSubstr("at most 64 dimensions"));
  EXPECT_EQ(shape_error("(0, 999999999999999999)"), "(no error)");
  EXPECT_EQ(shape_error("(1, 2, 3)"), "(no error)");
}

TEST(NpyHeader, RefusesWrongStarts) {
  EXPECT_THAT(parse_error("not an array"),
              HasSubstr("expected an NPY file, got one that starts with 'not an'"));
  EXPECT_THAT(parse_error(with_size("{}", 4)), HasSubstr("version 1.0, 2.0 or 3.0, got 4.0"));
  EXPECT_THAT(parse_error(with_size("{}", 0)), HasSubstr("got 0.0"));
  EXPECT_THAT(parse_error(std::string(kNpyMagic) + std::string("\x02\x00\xff\xff\xff\xff", 6)),
              HasSubstr("at most 65536 bytes, got 4294967295"));
  const std::string whole = with_size("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }");
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_THAT(parse_error(whole.substr(0, size)), HasSubstr("the file ends after")) << size;
  }
}

TEST(NpyHeader, WritesAlignedHeadersThatItReads) {
  for (const std::size_t size : {0u, 1u, 9999u, 100000u, 123456789u}) {
    for (const bool fortran : {false, true}) {
      const NpyHeader header{{Kind::signed_integer, 4, fortran}, fortran, {size, 17}};
      const std::string bytes = format_npy_header(header);
      EXPECT_EQ(bytes.size() % 64, 0);
      EXPECT_EQ(bytes.back(), '\n');
      EXPECT_EQ(parse(bytes), header);
    }
  }
  EXPECT_THAT(format_npy_header({{Kind::boolean, 1, false}, false, {5}}),
              HasSubstr("{'descr': '|b1', 'fortran_order': False, 'shape': (5,), }"));
}

}  // namespace
}  // namespace bitbasin::npy_header_test
