// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/dimacs.h"

#include <charconv>
#include <cstdint>

#include "bitbasin/base/counted.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/sat/dimacs_token.h"

namespace bitbasin {

namespace {

struct Header {
  std::uint32_t variables;
  std::uint64_t clauses;
};

// Takes white space and comments and returns what follows without taking it.
int skip_comments(ByteReader& reader) {
  int c = skip_dimacs_space(reader);
  for (; c == 'c'; c = skip_dimacs_space(reader)) reader.skip_line();
  return c;
}

Header parse_header(ByteReader& reader) {
  skip_comments(reader);
  for (const std::string_view expected : {"p", "cnf"}) {
    skip_dimacs_blanks(reader);
    const std::string word = take_dimacs_word(reader);
    if (word != expected) {
      reader.fail_line("expected the header 'p cnf VARIABLES CLAUSES', found {}",
                       word.empty() ? in_quotes(reader.peek()) : in_quotes(word));
    }
  }
  skip_dimacs_blanks(reader);
  const std::uint64_t variables = take_dimacs_count(reader, kMostVariables, "variables");
  skip_dimacs_blanks(reader);
  const std::uint64_t clauses = take_dimacs_count(reader, kMostLiterals - 1, "clauses");
  const int next = skip_dimacs_blanks(reader);
  if (next != '\n' && next != ByteReader::kEnd) {
    reader.fail_line("expected nothing after 'p cnf {} {}', found {}", variables, clauses, in_quotes(next));
  }
  return {static_cast<std::uint32_t>(variables), clauses};
}

// After the '%' of SATLIB comes a 0 and nothing else.
void parse_end_mark(ByteReader& reader) {
  reader.get();
  if (skip_dimacs_space(reader) == '0') reader.get();
  skip_dimacs_space(reader);
  const int next = reader.get();
  if (next != ByteReader::kEnd)
    reader.fail_line("expected nothing after the end mark '%', found {}", in_quotes(next));
}

}  // namespace

Formula parse_dimacs(ByteReader& reader) {
  const Header header = parse_header(reader);
  Formula formula;
  formula.variables = header.variables;
  bool clause_open = false;
  for (int c = skip_comments(reader); c != ByteReader::kEnd; c = skip_comments(reader)) {
    if (c == '%' && !clause_open) {
      parse_end_mark(reader);
      break;
    }
    Literal literal = 0;
    clause_open = take_dimacs_literal(reader, formula.variables, literal);
    if (formula.clauses() == header.clauses) {
      reader.fail_line("expected {}, as the header says, found more", counted(header.clauses, "clause"));
    }
    if (clause_open) {
      if (formula.literals.size() == kMostLiterals)
        reader.fail_line("expected at most {} literals, found more", kMostLiterals);
      formula.literals.push_back(literal);
    } else {
      formula.offsets.push_back(static_cast<std::uint32_t>(formula.literals.size()));
    }
  }
  if (clause_open)
    reader.fail_here("expected a 0 at the end of the last clause, but the file ends before it");
  if (formula.clauses() != header.clauses) {
    reader.fail_here("expected {}, as the header says, found {}", counted(header.clauses, "clause"),
                     formula.clauses());
  }
  return formula;
}

Formula read_dimacs(const std::string& path) {
  ByteReader reader(path);
  return parse_dimacs(reader);
}

void format_dimacs(const ByteSink& sink, const Formula& formula) {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  std::string text = fmt::format("p cnf {} {}\n", formula.variables, formula.clauses());
  for (std::size_t a = 0; a < formula.clauses(); ++a) {
    for (const Literal literal : formula.clause(a)) {
      char digits[12];
      text.append(digits, std::to_chars(digits, digits + sizeof digits, dimacs_literal(literal)).ptr);
      text += ' ';
    }
    text += "0\n";
    if (text.size() > kBlock) {
      sink(text);
      text.clear();
    }
  }
  sink(text);
}

void write_dimacs(const std::string& path, const Formula& formula) {
  write_file(path, [&](const ByteSink& sink) { format_dimacs(sink, formula); });
}

}  // namespace bitbasin
