// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bitbasin/base/error.h"

struct gzFile_s;  // zlib's file handle

namespace bitbasin {

// A source of bytes for a parser: a file, plain or gzip (told apart by content), or memory. It holds one
// buffer at a time, so a small file that unpacks to a huge one costs time only until the parser meets a wrong
// byte. Every parser here needs at least one byte: an empty source is refused at once.
class ByteReader {
 public:
  static constexpr int kEnd = -1;
  // Large enough that zlib reads plain files straight into it, small enough for the second-level cache.
  static constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
  // The longest magic that starts_with() can look for.
  static constexpr std::size_t kMinimumBufferBytes = 16;

  explicit ByteReader(const std::string& path);
  ByteReader(std::string_view memory, std::string name, std::size_t buffer_bytes = kBufferBytes);
  ByteReader(const ByteReader&) = delete;
  ByteReader& operator=(const ByteReader&) = delete;
  ~ByteReader();

  const std::string& name() const { return name_; }

  // The next byte as 0 to 255, or kEnd.
  int peek() { return next_ != end_ || refill() ? static_cast<unsigned char>(*next_) : kEnd; }
  int get() {
    if (next_ == end_ && !refill()) return kEnd;
    return static_cast<unsigned char>(*next_++);
  }

  // Whether the source starts with these bytes; to be asked before the first byte is taken.
  bool starts_with(std::string_view magic) const;

  // Takes bytes up to and including the next newline, or to the end.
  void skip_line();

  // Takes up to out.size() bytes; fewer only at the end. Returns how many.
  std::size_t read(std::span<char> out);

  // Takes exactly `count` bytes; memory grows with the bytes that arrive, not with the number requested.
  std::vector<std::uint8_t> read_exactly(std::uint64_t count, std::string_view what);

  // Refuses anything that follows the last byte of a format.
  void expect_end();

  // The line, counted from 1, of the last byte taken; a newline belongs to the line it ends.
  std::size_t line() const;

  // Fails with one sentence about the whole source, or about the line of the last byte taken.
  template <class... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> sentence, Args&&... args) const {
    fail("{}: {}", name_, fmt::format(sentence, std::forward<Args>(args)...));
  }
  template <class... Args>
  [[noreturn]] void fail_line(fmt::format_string<Args...> sentence, Args&&... args) const {
    fail("{} line {}: {}", name_, line(), fmt::format(sentence, std::forward<Args>(args)...));
  }

 private:
  bool refill();
  std::size_t fill_buffer();
  std::size_t read_from_file();

  struct Close {
    void operator()(gzFile_s* file) const;
  };

  std::string name_;
  std::unique_ptr<gzFile_s, Close> file_;  // none for memory
  std::string_view memory_;                // what is still to come, for memory
  std::vector<char> buffer_;
  const char* next_ = nullptr;
  const char* end_ = nullptr;
  // Newlines are counted per finished buffer and on demand, so that get() need not look for them.
  std::size_t spent_lines_ = 0;
  bool spent_newline_last_ = false;
};

// A few bytes of input for an error message: quoted, cut after 20 bytes, anything unprintable as \xNN.
std::string in_quotes(std::string_view bytes);

// The same for one byte, or "the end of the file" for kEnd.
std::string in_quotes(int byte);

}  // namespace bitbasin
