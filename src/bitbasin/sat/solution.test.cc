// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/solution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::solution_test {
namespace {

using testing::HasSubstr;
using Status = SatSolution::Status;

SatSolution parse(std::string_view text, std::uint32_t variables) {
  ByteReader reader(text, "s.txt", ByteReader::kMinimumBufferBytes);
  return parse_solution(reader, variables);
}

std::string parse_error(std::string_view text, std::uint32_t variables = 3) {
  return error_text([&] { parse(text, variables); });
}

SatSolution example(std::size_t variables) {
  SatSolution solution{Status::satisfiable, BitVector(variables), 0};
  for (std::size_t v = 0; v < variables; ++v) solution.assignment.set(v, v * v % 5 < 2);
  return solution;
}

TEST(Solution, ReadsCompetitionOutput) {
  const SatSolution solution = parse("c a solver\ns SATISFIABLE\nv 1 -2\nv 3 0\nc done\n", 3);
  EXPECT_EQ(solution.status, Status::satisfiable);
  EXPECT_EQ(solution.assignment.words()[0], 0b101u);
  EXPECT_EQ(solution.missing, 0);
  EXPECT_EQ(parse("v 1 -2 3\r\nv 0\r\ns SATISFIABLE", 3), solution);
  EXPECT_EQ(parse("v 3 1 1 -2 0", 3), solution);  // any order, repeats, no 's' line
  EXPECT_EQ(parse("s UNSATISFIABLE\n", 3).status, Status::unsatisfiable);
  EXPECT_EQ(parse("c\ns UNKNOWN\n", 3).status, Status::unknown);
}

TEST(Solution, ReadsMiniSatFiles) {
  EXPECT_EQ(parse("SAT\n1 -2 3 0\n", 3), parse("s SATISFIABLE\nv 1 -2 3 0\n", 3));
  EXPECT_EQ(parse("UNSAT\n", 3).status, Status::unsatisfiable);
  EXPECT_EQ(parse("INDET", 3).status, Status::unknown);
}

TEST(Solution, MissingVariablesAreFalseAndCounted) {
  const SatSolution solution = parse("s SATISFIABLE\nv 2 0\n", 70);
  EXPECT_EQ(solution.missing, 69);
  EXPECT_EQ(solution.assignment.size(), 70);
  EXPECT_EQ(solution.assignment.words()[0], 0b10u);
  EXPECT_EQ(parse("v 0", 2).missing, 2);
  EXPECT_EQ(parse("s SATISFIABLE\n", 0).missing, 0);
}

TEST(Solution, RefusesWhatIsNoAnswer) {
  EXPECT_EQ(parse_error("v 1 2 -1 0\n"),
            "s.txt line 1: expected one value for variable 1, found both 1 and -1");
  EXPECT_EQ(parse_error("v 1\nv 4 0\n"), "s.txt line 2: expected literals from -3 to 3, found 4");
  EXPECT_EQ(parse_error("s SATISFIABLE\nv 1 2\n"),
            "s.txt: expected a 0 after the last value, but the file ends before it");
  EXPECT_THAT(parse_error("v 1 0 2\n"), HasSubstr("line 1: expected nothing after the 0"));
  EXPECT_EQ(parse_error("s SATISFIABLE\n"), "s.txt: expected the values of the 3 variables, found none");
  EXPECT_THAT(parse_error("s UNSATISFIABLE\nv 1 0\n"),
              HasSubstr("expected values only for a satisfiable formula"));
  EXPECT_THAT(parse_error("s MAYBE\n"),
              HasSubstr("expected SATISFIABLE, UNSATISFIABLE or UNKNOWN after 's', found 'MAYBE'"));
  EXPECT_THAT(parse_error("s UNKNOWN\ns UNKNOWN\n"), HasSubstr("line 2: expected one 's' line"));
  EXPECT_THAT(parse_error("s UNKNOWN x\n"), HasSubstr("expected the end of the line, found 'x'"));
  EXPECT_THAT(parse_error("sx\n"), HasSubstr("expected a space after the 's' of the line, found 'x'"));
  EXPECT_THAT(parse_error("v1 0\n"), HasSubstr("expected a space after the 'v'"));
  EXPECT_THAT(parse_error("c nothing else\n"), HasSubstr("expected an 's' line or values, found neither"));
  EXPECT_THAT(parse_error("s SATISFIABLE\nSAT\n1 0\n"),
              HasSubstr("line 2: expected 's', 'v' or 'c' lines, found 'S'"));
  EXPECT_THAT(parse_error("hello\n"), HasSubstr("or SAT, UNSAT or INDET, found 'hello'"));
  EXPECT_THAT(parse_error("SAT 1 2 0\n"), HasSubstr("expected the end of the line"));
  EXPECT_THAT(parse_error("SAT\n1 x 0\n"), HasSubstr("line 2: expected a literal"));
  EXPECT_THAT(parse_error("UNSAT\n1 0\n"), HasSubstr("expected values only for a satisfiable formula"));
  EXPECT_THAT(parse_error(std::string_view("\0\0", 2)), HasSubstr("found '\\x00\\x00'"));
}

TEST(Solution, WritesShortLinesThatItReads) {
  for (const std::size_t variables : {0u, 1u, 2u, 64u, 1000u}) {
    const SatSolution solution = example(variables);
    const std::string text = collect([&](const ByteSink& sink) { format_solution(sink, solution); });
    EXPECT_EQ(parse(text, static_cast<std::uint32_t>(variables)), solution);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 78);
  }
  EXPECT_EQ(collect([](const ByteSink& sink) { format_solution(sink, example(3)); }),
            "s SATISFIABLE\nv 1 2 -3 0\n");
  EXPECT_EQ(collect([](const ByteSink& sink) {
              format_solution(sink, {Status::unknown, BitVector(3), 3});
            }),
            "s UNKNOWN\n");
}

TEST(Solution, FilesRoundTrip) {
  const TempFolder folder;
  for (const std::string_view name : {"s.txt", "s.txt.gz"}) {
    write_solution(folder.path(name), example(500));
    EXPECT_EQ(read_solution(folder.path(name), 500), example(500));
  }
  EXPECT_THAT(error_text([&] { read_solution(folder.path("absent"), 3); }), HasSubstr("cannot open "));
  EXPECT_THAT(error_text([&] { read_solution(folder.path(), 3); }), HasSubstr("is a directory"));
  EXPECT_THAT(error_text([&] { read_solution(folder.add("empty", ""), 3); }), HasSubstr("is empty"));
}

}  // namespace
}  // namespace bitbasin::solution_test
