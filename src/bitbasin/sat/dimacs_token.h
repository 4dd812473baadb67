// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "bitbasin/data/byte_reader.h"
#include "bitbasin/sat/formula.h"

namespace bitbasin {

// The words and numbers that DIMACS formulas and solution files are made of.

inline bool is_dimacs_space(int c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

inline bool ends_dimacs_word(int c) {
  return is_dimacs_space(c) || c == ByteReader::kEnd;
}

// Numbers stop growing here, far above anything allowed and far below overflow.
inline constexpr std::uint64_t kLargestDimacsNumber = 999'999'999'999'999;

// Takes white space and returns what follows without taking it.
inline int skip_dimacs_space(ByteReader& reader) {
  while (is_dimacs_space(reader.peek())) reader.get();
  return reader.peek();
}

// Takes white space within the line and returns what follows without taking it.
inline int skip_dimacs_blanks(ByteReader& reader) {
  for (int c = reader.peek(); is_dimacs_space(c) && c != '\n'; c = reader.peek()) reader.get();
  return reader.peek();
}

// Takes a word, up to white space; an endless one is cut.
std::string take_dimacs_word(ByteReader& reader);

// Takes a whole number without a sign of at most `most`.
std::uint64_t take_dimacs_count(ByteReader& reader, std::uint64_t most, std::string_view what);

// Fails with what is wrong with the literal just taken; `digits` says whether it had any.
[[noreturn]] void refuse_dimacs_literal(ByteReader& reader, std::uint32_t variables, bool negated,
                                        bool digits, std::uint64_t number);

// Takes a literal and returns true, or takes the 0 that ends a list of them and returns false.
inline bool take_dimacs_literal(ByteReader& reader, std::uint32_t variables, Literal& literal) {
  const bool negated = reader.peek() == '-';
  if (negated) reader.get();
  bool digits = false;
  std::uint64_t number = 0;
  for (int c = reader.peek(); c >= '0' && c <= '9'; c = reader.peek()) {
    digits = true;
    number = std::min(number * 10 + static_cast<std::uint64_t>(c - '0'), kLargestDimacsNumber);
    reader.get();
  }
  if (!digits || number > variables || (negated && number == 0) || !ends_dimacs_word(reader.peek())) {
    refuse_dimacs_literal(reader, variables, negated, digits, number);
  }
  literal = make_literal(static_cast<std::uint32_t>(number) - 1, negated);
  return number != 0;
}

}  // namespace bitbasin
