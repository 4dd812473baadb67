// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/byte_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::byte_reader_test {
namespace {

using testing::HasSubstr;

std::string rest_of(ByteReader& reader) {
  std::string text;
  for (int c = reader.get(); c != ByteReader::kEnd; c = reader.get()) text += static_cast<char>(c);
  return text;
}

std::string numbers(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::to_string(i * 7919) + "\n";
  return text;
}

std::string open_error(const std::string& path) {
  return error_text([&] { ByteReader reader(path); });
}

TEST(ByteReader, ReadsPlainAndGzipFilesAlike) {
  const TempFolder folder;
  const std::string text = numbers(200000);  // several buffers
  ASSERT_GT(text.size(), 4 * ByteReader::kBufferBytes);
  ByteReader plain(folder.add("plain", text));
  ByteReader packed(folder.add_gzip("packed", text));
  EXPECT_EQ(rest_of(plain), text);
  EXPECT_EQ(rest_of(packed), text);
  EXPECT_EQ(plain.get(), ByteReader::kEnd);
}

TEST(ByteReader, KeepsEveryByteValue) {
  std::string text;
  for (int i = 0; i < 256; ++i) text += static_cast<char>(i);
  ByteReader reader(text, "memory", 16);
  for (int i = 0; i < 256; ++i) {
    EXPECT_EQ(reader.peek(), i);
    EXPECT_EQ(reader.get(), i);
  }
  EXPECT_EQ(reader.peek(), ByteReader::kEnd);
}

TEST(ByteReader, CountsLinesAcrossBuffers) {
  const std::string text = numbers(300) + "last";
  for (const std::size_t buffer : {16u, 17u, 31u, 64u, 100000u}) {
    ByteReader reader(text, "memory", buffer);
    EXPECT_EQ(reader.line(), 1);
    std::size_t line = 1;
    for (const char c : text) {
      ASSERT_EQ(reader.get(), c);
      ASSERT_EQ(reader.line(), line) << "buffer " << buffer;
      if (c == '\n') ++line;
    }
    EXPECT_EQ(reader.get(), ByteReader::kEnd);
    EXPECT_EQ(reader.line(), 301);
  }
}

TEST(ByteReader, ANewlineAtTheVeryEndBelongsToTheLineItEnds) {
  for (const std::size_t buffer : {16u, 17u, 64u}) {
    ByteReader reader("0123456789abcd\n\n", "memory", buffer);
    rest_of(reader);
    EXPECT_EQ(reader.line(), 2) << buffer;
  }
}

TEST(ByteReader, SkipsLines) {
  const std::string text = numbers(100);
  ByteReader reader(text, "memory", 16);
  for (int i = 0; i < 99; ++i) reader.skip_line();
  EXPECT_EQ(rest_of(reader), "783981\n");
  ByteReader unfinished("no newline here, but an end", "memory", 16);
  unfinished.skip_line();
  EXPECT_EQ(unfinished.get(), ByteReader::kEnd);
}

TEST(ByteReader, ReadsBlocks) {
  const std::string text = numbers(50);
  ByteReader reader(text, "memory", 16);
  std::string block(100, '\0');
  EXPECT_EQ(reader.read(block), 100);
  EXPECT_EQ(block, text.substr(0, 100));
  const auto exact = reader.read_exactly(50, "numbers");
  EXPECT_TRUE(std::equal(exact.begin(), exact.end(), text.begin() + 100));
  block.assign(text.size(), '\0');
  EXPECT_EQ(reader.read(block), text.size() - 150);
  reader.expect_end();
}

TEST(ByteReader, HugeCountsCostNoMemory) {
  ByteReader reader("only a few bytes", "short.bin");
  EXPECT_EQ(error_text([&] { reader.read_exactly(~std::uint64_t{0}, "values"); }),
            "short.bin: expected 18446744073709551615 bytes of values, but the file ends after 16");
}

TEST(ByteReader, RefusesTrailingBytes) {
  ByteReader reader("ab", "two");
  reader.get();
  EXPECT_THAT(error_text([&] { reader.expect_end(); }), HasSubstr("more bytes follow"));
}

TEST(ByteReader, LooksAtMagicBytes) {
  ByteReader reader("\x93NUMPY...", "x");
  EXPECT_TRUE(reader.starts_with("\x93NUMPY"));
  EXPECT_FALSE(reader.starts_with("NUMPY"));
  ByteReader tiny("a", "x");
  EXPECT_FALSE(tiny.starts_with("ab"));
}

TEST(ByteReader, NamesTheFileAndLineInErrors) {
  ByteReader reader("one\ntwo\n", "some.txt", 16);
  for (int i = 0; i < 6; ++i) reader.get();
  EXPECT_EQ(error_text([&] { reader.fail_line("expected {}, found {}", 3, 4); }),
            "some.txt line 2: expected 3, found 4");
  EXPECT_EQ(error_text([&] { reader.fail_here("expected {}, found {}", 3, 4); }),
            "some.txt: expected 3, found 4");
}

TEST(ByteReader, RefusesWhatIsNoFile) {
  const TempFolder folder;
  EXPECT_EQ(open_error(folder.path("absent")),
            "cannot open " + folder.path("absent") + ": No such file or directory");
  EXPECT_EQ(open_error(folder.path()), "cannot read " + folder.path() + ": it is a directory");
  EXPECT_THAT(open_error(""), HasSubstr("cannot open "));
  EXPECT_THAT(open_error(folder.add("file", "x") + "/below"), HasSubstr("Not a directory"));
  EXPECT_EQ(open_error(folder.add("empty", "")), "expected data, but " + folder.path("empty") + " is empty");
  EXPECT_THAT(open_error(folder.add_gzip("empty.gz", "")), HasSubstr("is empty"));
  EXPECT_EQ(error_text([] { ByteReader reader("", "nothing"); }), "expected data, but nothing is empty");
}

TEST(ByteReader, NoticesReadErrors) {
  // Address 0 of a process is never mapped, so this file opens but cannot be read.
  EXPECT_EQ(open_error("/proc/self/mem"), "/proc/self/mem: cannot read the file: Input/output error");
}

TEST(ByteReader, NoticesEveryTruncationOfAGzipFile) {
  const TempFolder folder;
  const std::string packed = file_bytes(folder.add_gzip("whole.gz", numbers(30)));
  for (std::size_t size = 2; size < packed.size(); ++size) {
    const std::string path = folder.add("cut.gz", packed.substr(0, size));
    EXPECT_EQ(error_text([&] {
                ByteReader reader(path);
                rest_of(reader);
              }),
              path + ": the gzip stream is cut short")
        << size;
  }
}

TEST(ByteReader, NoticesDamageInAGzipFile) {
  const TempFolder folder;
  std::string packed = file_bytes(folder.add_gzip("whole.gz", numbers(3000)));
  packed[packed.size() - 6] ^= 1;  // the checksum
  const std::string path = folder.add("bad.gz", packed);
  EXPECT_THAT(error_text([&] {
                ByteReader reader(path);
                rest_of(reader);
              }),
              HasSubstr("bad.gz: the gzip stream is damaged"));
}

TEST(Quoted, MakesAnyBytesPrintable) {
  EXPECT_EQ(in_quotes("abc"), "'abc'");
  EXPECT_EQ(in_quotes(std::string_view("\0\xff\n", 3)), "'\\x00\\xff\\x0a'");
  EXPECT_EQ(in_quotes("0123456789012345678901234"), "'01234567890123456789...'");
  EXPECT_EQ(in_quotes(65), "'A'");
  EXPECT_EQ(in_quotes(ByteReader::kEnd), "the end of the file");
}

}  // namespace
}  // namespace bitbasin::byte_reader_test
