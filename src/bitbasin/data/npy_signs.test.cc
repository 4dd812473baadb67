// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/npy_signs.h"

#include <bitbasin_paths.test.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "bitbasin/data/npy.h"
#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::npy_signs_test {
namespace {

using testing::HasSubstr;
using Kind = NpyType::Kind;

BitMatrix matrix_of(const std::string& bytes) {
  ByteReader reader(bytes, "a.npy", ByteReader::kMinimumBufferBytes);
  return parse_npy_sign_matrix(reader);
}

BitVector vector_of(const std::string& bytes) {
  ByteReader reader(bytes, "a.npy", ByteReader::kMinimumBufferBytes);
  return parse_npy_sign_vector(reader);
}

template <class T>
std::string formatted(const std::vector<std::size_t>& shape, const std::vector<T>& values) {
  return collect([&](const ByteSink& sink) { format_npy<T>(sink, shape, values); });
}

BitMatrix example(std::size_t rows, std::size_t cols) {
  BitMatrix bits(rows, cols);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < cols; ++c) bits.set(r, c, (r * 3 + c * c) % 5 < 2);
  }
  return bits;
}

TEST(NpySigns, MatricesRoundTrip) {
  for (const std::size_t rows : {0u, 1u, 2u, 3u, 70u}) {
    for (const std::size_t cols : {1u, 2u, 63u, 64u, 65u, 1001u}) {
      const BitMatrix bits = example(rows, cols);
      EXPECT_EQ(matrix_of(collect([&](const ByteSink& sink) { format_npy_signs(sink, bits); })), bits);
    }
  }
}

TEST(NpySigns, ReadsFortranOrder) {
  for (const std::size_t rows : {1u, 2u, 65u}) {
    for (const std::size_t cols : {1u, 3u, 130u}) {
      const BitMatrix bits = example(rows, cols);
      std::string bytes = format_npy_header({{Kind::signed_integer, 1, false}, true, {rows, cols}});
      for (std::size_t c = 0; c < cols; ++c) {
        for (std::size_t r = 0; r < rows; ++r) bytes += static_cast<char>(bits.sign(r, c));
      }
      EXPECT_EQ(matrix_of(bytes), bits);
    }
  }
}

TEST(NpySigns, AllSpellingsOfTheSameSigns) {
  const BitVector expected = vector_of(formatted<std::int8_t>({3}, {1, -1, 1}));
  EXPECT_EQ(expected.words()[0], 0b101u);
  EXPECT_EQ(vector_of(formatted<std::uint8_t>({3}, {1, 0, 1})), expected);
  EXPECT_EQ(vector_of(formatted<std::int32_t>({1, 3}, {1, -1, 1})), expected);
  EXPECT_EQ(vector_of(formatted<double>({3, 1}, {1, -1, 1})), expected);
  EXPECT_EQ(vector_of(formatted<double>({3}, {1, -0.0, 1})), expected);
  EXPECT_EQ(vector_of(format_npy_header({{Kind::boolean, 1, false}, true, {3, 1}}) +
                      std::string("\x01\x00\x01", 3)),
            expected);
  EXPECT_EQ(vector_of(format_npy_header({{Kind::real, 4, true}, false, {3}}) +
                      std::string("\x3f\x80\0\0\xbf\x80\0\0\x3f\x80\0\0", 12)),
            expected);
}

TEST(NpySigns, ReadsWhatNumPyWrote) {
  // One array of signs, saved by NumPy 1.24 in every type, order and version.
  BitMatrix expected(3, 5);
  expected.row(0)[0] = 0b01110;
  expected.row(1)[0] = 0b00110;
  expected.row(2)[0] = 0b01001;
  const std::string corpus = BITBASIN_SOURCE_DIR "/corpus/npy/";
  for (const std::string name :
       {"signs_i1", "signs_i2", "signs_i4", "signs_i8", "signs_f4", "signs_f8", "signs_big_i2",
        "signs_big_i4", "signs_big_i8", "signs_big_f4", "signs_big_f8", "bits_u1", "bits_u2", "bits_u4",
        "bits_u8", "bits_bool", "fortran", "version2", "version3"}) {
    EXPECT_EQ(read_npy_sign_matrix(corpus + name), expected) << name;
  }
}

TEST(NpySigns, OnlyOnesArePlus) {
  EXPECT_EQ(vector_of(formatted<std::int8_t>({2}, {1, 1})).words()[0], 0b11u);
}

TEST(NpySigns, RefusesOtherValuesAndSaysWhere) {
  EXPECT_EQ(error_text([] {
              matrix_of(formatted<double>({2, 3}, {1, -1, 1, 1, 1, std::nan("")}));
            }),
            "a.npy row 1, column 2 (counted from 0): expected elements +1 or -1 (or 0 and 1), found nan");
  EXPECT_EQ(error_text([] {
              matrix_of(formatted<std::int8_t>({2, 3}, {1, -1, 1, 1, 0, 1}));
            }),
            "a.npy row 1, column 1 (counted from 0): expected elements that are all +1 or -1, or all 0 or 1; "
            "found both 0 and -1");
  EXPECT_THAT(error_text([] { matrix_of(formatted<double>({1, 2}, {1, 0.5})); }), HasSubstr("found 0.5"));
  EXPECT_THAT(error_text([] { matrix_of(formatted<std::int32_t>({1, 2}, {1, 7})); }), HasSubstr("found 7"));
  EXPECT_THAT(error_text([] {
                matrix_of(formatted<std::uint8_t>({1, 2}, {1, 255}));
              }),
              HasSubstr("found 255"));
  const NpyHeader fortran{{Kind::boolean, 1, false}, true, {2, 3}};
  EXPECT_THAT(error_text([&] { matrix_of(format_npy_header(fortran) + "\x01\x01\x01\x02\x01\x01"); }),
              HasSubstr("a.npy row 1, column 1 (counted from 0): expected elements"));
}

TEST(NpySigns, RefusesWrongShapesAndSizes) {
  EXPECT_THAT(error_text([] {
                matrix_of(formatted<std::int8_t>({2}, {1, 1}));
              }),
              HasSubstr("two dimensions, one row per pattern, got the shape (2,)"));
  EXPECT_THAT(error_text([] {
                matrix_of(formatted<std::int8_t>({2, 0}, {}));
              }),
              HasSubstr("got the shape (2, 0)"));
  EXPECT_THAT(error_text([] {
                vector_of(formatted<std::int8_t>({2, 2}, {1, 1, 1, 1}));
              }),
              HasSubstr("one row or one column, got an array of shape (2, 2)"));
  EXPECT_EQ(vector_of(formatted<std::int8_t>({0}, {})).size(), 0);
  EXPECT_EQ(vector_of(formatted<std::int8_t>({1, 0}, {})).size(), 0);

  const std::string whole = formatted<std::int32_t>({2, 3}, {1, -1, 1, 1, 1, 1});
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_THAT(error_text([&] { matrix_of(whole.substr(0, size)); }), HasSubstr("the file ends after"))
        << size;
  }
  EXPECT_THAT(error_text([&] { matrix_of(whole + "x"); }), HasSubstr("more bytes follow"));
  for (const bool fortran : {false, true}) {
    const NpyHeader huge{{Kind::signed_integer, 1, false}, fortran, {1ul << 28, 1ul << 28}};
    EXPECT_EQ(error_text([&] { matrix_of(format_npy_header(huge) + "\x01\x01"); }),
              "a.npy: expected 72057594037927936 array elements, but the file ends after 2");
  }
  const NpyHeader nothing{{Kind::signed_integer, 1, false}, true, {0, 1ul << 50}};
  const BitMatrix none = matrix_of(format_npy_header(nothing));
  EXPECT_EQ(none.rows(), 0);
  EXPECT_EQ(matrix_of(collect([&](const ByteSink& sink) { format_npy_signs(sink, none); })), none);
}

TEST(NpySigns, FilesRoundTrip) {
  const TempFolder folder;
  const BitMatrix bits = example(13, 301);
  write_npy_signs(folder.path("a.npy"), bits);
  EXPECT_EQ(read_npy_sign_matrix(folder.path("a.npy")), bits);
  EXPECT_THAT(error_text([&] { read_npy_sign_matrix(folder.path()); }), HasSubstr("is a directory"));
}

}  // namespace
}  // namespace bitbasin::npy_signs_test
