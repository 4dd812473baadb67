// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/sign_text.h"

#include <array>
#include <charconv>
#include <string>
#include <system_error>

#include "bitbasin/base/counted.h"

namespace bitbasin {

namespace {

bool is_separator(int c) {
  return c == ' ' || c == ',' || c == '\t' || c == '\r';
}

bool ends_entry(int c) {
  return is_separator(c) || c == '\n' || c == ByteReader::kEnd;
}

// The value of a number that is not simply 0 or 1; `text` holds what has been taken of it, without its sign.
int parse_decimal(ByteReader& reader, bool has_sign, bool negative, std::string text) {
  constexpr std::size_t kLongest = 40;  // more digits than any program prints for a double
  while (!ends_entry(reader.peek()) && text.size() < kLongest) text += static_cast<char>(reader.get());
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = end == text.data() + text.size() && ends_entry(reader.peek());
  const bool number = error == std::errc() && whole && text[0] != '-';
  if (!number || (value != 0 && value != 1)) {
    const std::string sign = !has_sign ? "" : negative ? "-" : "+";
    reader.fail_line("expected entries {}, found {}", kSignEntries, in_quotes(sign + text));
  }
  return static_cast<int>(value);
}

}  // namespace

std::size_t parse_sign_line(ByteReader& reader, SignSpelling& spelling, BitRows& rows, std::size_t limit) {
  std::size_t count = 0;
  for (int c = reader.get(); c != '\n' && c != ByteReader::kEnd; c = reader.get()) {
    if (is_separator(c)) continue;
    const bool negative = c == '-';
    const bool has_sign = negative || c == '+';
    if (has_sign) c = ends_entry(reader.peek()) ? ' ' : reader.get();
    int value = c - '0';
    if ((value != 0 && value != 1) || !ends_entry(reader.peek())) {
      value = parse_decimal(reader, has_sign, negative, std::string(c != ' ', static_cast<char>(c)));
    }
    // Without branches on the value: signs are random, and every wrong guess would cost more than the rest.
    spelling.zero |= value == 0;
    spelling.minus_one |= negative & (value != 0);
    if (spelling.mixed()) {
      reader.fail_line("expected entries that are all +1 or -1, or all 0 or 1, but entry {} mixes 0 with -1",
                       count + 1);
    }
    if (count == limit)
      reader.fail_line("expected {}, {}, found more", counted(limit, "entry"), kSignEntries);
    rows.push(!negative && value != 0);
    ++count;
  }
  return count;
}

void format_sign_line(const ByteSink& sink, std::span<const std::uint64_t> row, std::size_t count) {
  std::array<char, 4096> buffer{};
  constexpr std::size_t kLongestEntry = 3;
  std::size_t used = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (used + kLongestEntry > buffer.size()) {
      sink({buffer.data(), used});
      used = 0;
    }
    const bool plus = row[i / kWordBits] >> i % kWordBits & 1;
    buffer[used] = '-';
    used += plus ? 0 : 1;
    buffer[used++] = '1';
    buffer[used++] = i + 1 < count ? ' ' : '\n';
  }
  sink({buffer.data(), used});
}

}  // namespace bitbasin
