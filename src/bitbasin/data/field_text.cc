// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/field_text.h"

#include <charconv>
#include <cmath>

namespace bitbasin {
namespace {

constexpr std::size_t kLongestNumber = 64;

double parse_field(const ByteReader& reader, const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end || !std::isfinite(value) || text.size() >= kLongestNumber) {
    reader.fail_line("expected one number, got {}", in_quotes(text));
  }
  return value;
}

}  // namespace

std::vector<double> parse_field_text(ByteReader& reader) {
  std::vector<double> fields;
  std::string line;
  while (reader.peek() != ByteReader::kEnd) {
    const int c = reader.get();
    if (c != '\n') line += static_cast<char>(c);
    if (c != '\n' && reader.peek() != ByteReader::kEnd && line.size() < kLongestNumber) continue;
    if (line.ends_with('\r')) line.pop_back();
    fields.push_back(parse_field(reader, line));
    line.clear();
  }
  return fields;
}

std::vector<double> read_field_text(const std::string& path) {
  ByteReader reader(path);
  return parse_field_text(reader);
}

void format_field_text(const ByteSink& sink, std::span<const double> fields) {
  for (const double field : fields) sink(fmt::format("{}\n", field));
}

}  // namespace bitbasin
