// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/dimacs_token.h"

namespace bitbasin {

std::string take_dimacs_word(ByteReader& reader) {
  constexpr std::size_t kLongest = 32;
  std::string word;
  while (word.size() < kLongest && !ends_dimacs_word(reader.peek())) word += static_cast<char>(reader.get());
  return word;
}

std::uint64_t take_dimacs_count(ByteReader& reader, std::uint64_t most, std::string_view what) {
  const std::string word = take_dimacs_word(reader);
  std::uint64_t number = 0;
  bool digits = !word.empty();
  for (const char c : word) {
    digits = digits && c >= '0' && c <= '9';
    if (digits) number = std::min(number * 10 + static_cast<std::uint64_t>(c - '0'), kLargestDimacsNumber);
  }
  if (!digits || number > most) {
    reader.fail_line("expected the number of {}, at most {}, found {}", what, most, in_quotes(word));
  }
  return number;
}

void refuse_dimacs_literal(ByteReader& reader, std::uint32_t variables, bool negated, bool digits,
                           std::uint64_t number) {
  const std::string rest = take_dimacs_word(reader);
  if (digits && rest.empty() && number > variables) {
    const bool cut = number == kLargestDimacsNumber;
    reader.fail_line("expected literals from -{0} to {0}, found {1}{2}{3}", variables, negated ? "-" : "",
                     number, cut ? " or beyond" : "");
  }
  const std::string text = (negated ? "-" : "") + (digits ? std::to_string(number) : "") + rest;
  reader.fail_line("expected a literal, or 0 at the end, found {}",
                   text.empty() ? in_quotes(reader.peek()) : in_quotes(text));
}

}  // namespace bitbasin
