// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/binary_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::binary_fields_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(BinaryFields, AreLittleEndian) {
  BinaryWriter writer;
  writer.put(std::uint32_t{0x01020304});
  writer.put(std::int16_t{-2});
  writer.put(1.0);
  EXPECT_EQ(writer.bytes(), std::string("\x04\x03\x02\x01\xfe\xff\0\0\0\0\0\0\xf0\x3f", 14));
}

TEST(BinaryFields, ComeBackAsTheyWere) {
  BinaryWriter writer;
  writer.put(std::uint8_t{200});
  writer.put_text("some text");
  writer.put_all<std::int16_t>(std::vector<std::int16_t>{-32768, 0, 32767});
  writer.put(std::int32_t{-7});
  writer.put(std::uint64_t{0xfedcba9876543210});
  writer.put(-0.1);
  ByteReader source(writer.bytes(), "memory", ByteReader::kMinimumBufferBytes);
  BinaryReader reader(source);
  EXPECT_EQ(reader.take<std::uint8_t>(), 200);
  EXPECT_EQ(reader.take_text(), "some text");
  EXPECT_THAT(reader.take_all<std::int16_t>(3), ElementsAre(-32768, 0, 32767));
  EXPECT_EQ(reader.take<std::int32_t>(), -7);
  EXPECT_EQ(reader.take<std::uint64_t>(), 0xfedcba9876543210u);
  EXPECT_EQ(reader.take<double>(), -0.1);
  source.expect_end();
}

TEST(BinaryFields, RefuseWhatIsMissingOrWrong) {
  const std::string bytes = "\x05\x06\x07\x08\x09\x0a\x0b\x0c";
  const auto error = [&](auto use) {
    return error_text([&] {
      ByteReader source(bytes, "a.model");
      BinaryReader reader(source);
      use(reader);
    });
  };
  EXPECT_THAT(error([](BinaryReader& r) { r.take_all<std::int32_t>(3); }),
              HasSubstr("a.model: expected 12 bytes of numbers, but the file ends after 8"));
  EXPECT_THAT(error([](BinaryReader& r) { r.take_text(); }), HasSubstr("expected 134678021 bytes"));
  EXPECT_THAT(error([](BinaryReader& r) { r.take_all<double>(~std::uint64_t{0}); }),
              HasSubstr("fits in memory"));
  EXPECT_EQ(error([](BinaryReader& r) { r.take_within<std::uint16_t>("the level", 1, 9); }),
            "a.model: expected the level from 1 to 9, got 1541");
  for (const std::uint16_t low : {std::uint16_t{1540}, std::uint16_t{1541}}) {  // both ends belong to it
    const auto high = static_cast<std::uint16_t>(low + 1);
    EXPECT_EQ(error([&](BinaryReader& r) { r.take_within("it", low, high); }), "(no error)");
  }
}

}  // namespace
}  // namespace bitbasin::binary_fields_test
