// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/solution.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "bitbasin/data/atomic_file.h"
#include "bitbasin/sat/dimacs_token.h"

namespace bitbasin {

namespace {

using Status = SatSolution::Status;

struct StatusName {
  Status status;
  std::string_view competition;
  std::string_view minisat;
};

constexpr std::array<StatusName, 3> kStatusNames{{
    {Status::satisfiable, "SATISFIABLE", "SAT"},
    {Status::unsatisfiable, "UNSATISFIABLE", "UNSAT"},
    {Status::unknown, "UNKNOWN", "INDET"},
}};

// The values read so far. The list of them is open until its 0.
class Values {
 public:
  Values(ByteReader& reader, std::uint32_t variables)
      : reader_(reader), value_(variables), known_(variables), missing_(variables) {}

  // Takes one value, or the 0 after the last.
  void take() {
    if (ended_) reader_.fail_line("expected nothing after the 0 that ends the values, found more");
    begun_ = true;
    Literal literal = 0;
    if (!take_dimacs_literal(reader_, static_cast<std::uint32_t>(value_.size()), literal)) {
      ended_ = true;
      return;
    }
    const std::uint32_t variable = variable_of(literal);
    const bool value = !is_negated(literal);
    if (known_[variable] && value_[variable] != value) {
      reader_.fail_line("expected one value for variable {0}, found both {0} and -{0}", variable + 1);
    }
    missing_ -= known_[variable] ? 0 : 1;
    known_.set(variable, true);
    value_.set(variable, value);
  }

  bool begun() const { return begun_; }

  SatSolution result(std::optional<Status> status) && {
    if (begun_ && !ended_)
      reader_.fail_here("expected a 0 after the last value, but the file ends before it");
    const Status answer = status.value_or(begun_ ? Status::satisfiable : Status::unknown);
    if (begun_ && answer != Status::satisfiable) {
      reader_.fail_here("expected values only with the answer SATISFIABLE, found them with another");
    }
    if (!begun_ && answer == Status::satisfiable && value_.size() > 0) {
      reader_.fail_here("expected the values of the {} variables, found none", value_.size());
    }
    if (!begun_ && !status) reader_.fail_here("expected an 's' line or values, found neither");
    return {answer, std::move(value_), missing_};
  }

 private:
  ByteReader& reader_;
  BitVector value_;
  BitVector known_;
  std::size_t missing_;
  bool begun_ = false;
  bool ended_ = false;
};

void expect_line_end(ByteReader& reader) {
  const int next = skip_dimacs_blanks(reader);
  if (next != '\n' && next != ByteReader::kEnd) {
    reader.fail_line("expected the end of the line, found {}", in_quotes(next));
  }
}

SatSolution parse_minisat(ByteReader& reader, std::uint32_t variables) {
  const std::string word = take_dimacs_word(reader);
  std::optional<Status> status;
  for (const StatusName& name : kStatusNames) {
    if (word == name.minisat) status = name.status;
  }
  if (!status)
    reader.fail_line("expected 's', 'v' or 'c' lines, or SAT, UNSAT or INDET, found {}", in_quotes(word));
  expect_line_end(reader);
  Values values(reader, variables);
  while (skip_dimacs_space(reader) != ByteReader::kEnd) values.take();
  return std::move(values).result(status);
}

// Takes the letter that starts the line.
void take_line_mark(ByteReader& reader) {
  const int mark = reader.get();
  const int next = reader.peek();
  if (!ends_dimacs_word(next)) {
    reader.fail_line("expected a space after the {} of the line, found {}", in_quotes(mark), in_quotes(next));
  }
}

Status parse_status(ByteReader& reader) {
  skip_dimacs_blanks(reader);
  const std::string word = take_dimacs_word(reader);
  expect_line_end(reader);
  for (const StatusName& name : kStatusNames) {
    if (word == name.competition) return name.status;
  }
  reader.fail_line("expected SATISFIABLE, UNSATISFIABLE or UNKNOWN after 's', found {}", in_quotes(word));
}

}  // namespace

SatSolution parse_solution(ByteReader& reader, std::uint32_t variables) {
  Values values(reader, variables);
  std::optional<Status> status;
  for (int c = skip_dimacs_space(reader); c != ByteReader::kEnd; c = skip_dimacs_space(reader)) {
    if (c == 'c') {
      reader.skip_line();
    } else if (c != 's' && c != 'v' && !status && !values.begun()) {
      return parse_minisat(reader, variables);
    } else if (c == 's') {
      take_line_mark(reader);
      if (status) reader.fail_line("expected one 's' line, found a second");
      status = parse_status(reader);
    } else if (c == 'v') {
      take_line_mark(reader);
      for (c = skip_dimacs_blanks(reader); c != '\n' && c != ByteReader::kEnd;
           c = skip_dimacs_blanks(reader)) {
        values.take();
      }
    } else {
      reader.fail_line("expected 's', 'v' or 'c' lines, found {}", in_quotes(reader.get()));
    }
  }
  return std::move(values).result(status);
}

SatSolution read_solution(const std::string& path, std::uint32_t variables) {
  ByteReader reader(path);
  return parse_solution(reader, variables);
}

void format_values(const ByteSink& sink, const BitVector& assignment) {
  constexpr std::size_t kLongestLine = 78;  // as CaDiCaL wraps them
  std::string line = "v";
  const auto add = [&](const std::string& word) {
    if (line.size() + 1 + word.size() > kLongestLine) {
      sink(line + "\n");
      line = "v";
    }
    line += " " + word;
  };
  for (std::size_t v = 0; v < assignment.size(); ++v) {
    add((assignment[v] ? "" : "-") + std::to_string(v + 1));
  }
  add("0");
  sink(line + "\n");
}

void format_solution(const ByteSink& sink, const SatSolution& solution) {
  for (const StatusName& name : kStatusNames) {
    if (name.status == solution.status) sink(fmt::format("s {}\n", name.competition));
  }
  if (solution.status == Status::satisfiable) format_values(sink, solution.assignment);
}

void write_solution(const std::string& path, const SatSolution& solution) {
  write_file(path, [&](const ByteSink& sink) { format_solution(sink, solution); });
}

}  // namespace bitbasin
