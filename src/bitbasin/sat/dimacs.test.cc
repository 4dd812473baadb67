// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/dimacs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::dimacs_test {
namespace {

using testing::HasSubstr;

Formula parse(std::string_view text) {
  ByteReader reader(text, "f.cnf", ByteReader::kMinimumBufferBytes);
  return parse_dimacs(reader);
}

std::string parse_error(std::string_view text) {
  return error_text([&] { parse(text); });
}

std::string formatted(const Formula& formula) {
  return collect([&](const ByteSink& sink) { format_dimacs(sink, formula); });
}

TEST(Dimacs, ReadsClauses) {
  const Formula formula = parse("p cnf 3 2\n1 -2 0\n2 3 -1 0\n");
  EXPECT_EQ(formula.variables, 3);
  EXPECT_EQ(formatted(formula), "p cnf 3 2\n1 -2 0\n2 3 -1 0\n");
}

TEST(Dimacs, ClausesAndCommentsMayStandAnywhere) {
  const Formula expected = parse("p cnf 3 3\n1 -2 0\n2 3 -1 0\n0\n");
  EXPECT_EQ(
      parse("c a comment\nc\n\n  c 1 2 0\n p  cnf\t3 3 \r\nc more\n1 -2 0 2\nc inside a clause\n3\r\n-1 0 0"),
      expected);
  EXPECT_EQ(parse("p cnf 3 3\n1 -2 0 c not a literal\n2 3 -1 0 0\nc the end"), expected);
  EXPECT_EQ(parse("p cnf 3 3\n\t1\n-2\n0\n2 3 -1 0\n\n\n0\n"), expected);
}

TEST(Dimacs, AcceptsTheEndMarkOfSatlib) {
  EXPECT_EQ(parse("p cnf 2 1\n1 2 0\n%\n0\n\n"), parse("p cnf 2 1\n1 2 0\n"));
  EXPECT_EQ(parse("p cnf 2 1\n1 2 0\n%"), parse("p cnf 2 1\n1 2 0\n"));
  EXPECT_THAT(parse_error("p cnf 2 2\n1 2 0\n%\n0\n"),
              HasSubstr("expected 2 clauses, as the header says, found 1"));
  EXPECT_THAT(parse_error("p cnf 2 1\n1 2 0\n%\n0\n1 0\n"),
              HasSubstr("line 5: expected nothing after the end mark"));
  EXPECT_THAT(parse_error("p cnf 2 1\n1 %\n0\n"),
              HasSubstr("line 2: expected a literal, or 0 at the end, found '%'"));
}

TEST(Dimacs, KeepsEmptyClausesRepeatsAndTautologies) {
  EXPECT_EQ(formatted(parse("p cnf 2 4\n0\n1 1 0\n1 -1 0\n0\n")), "p cnf 2 4\n0\n1 1 0\n1 -1 0\n0\n");
  EXPECT_EQ(parse("p cnf 0 0\n").clauses(), 0);
  EXPECT_EQ(parse("p cnf 5 0").variables, 5);
}

TEST(Dimacs, RefusesWrongHeaders) {
  EXPECT_EQ(parse_error("1 2 0\n"), "f.cnf line 1: expected the header 'p cnf VARIABLES CLAUSES', found '1'");
  EXPECT_EQ(parse_error("c only comments\n\n"),
            "f.cnf line 2: expected the header 'p cnf VARIABLES CLAUSES', found the end of the file");
  EXPECT_THAT(parse_error("p sat 3 2\n"), HasSubstr("found 'sat'"));
  EXPECT_THAT(parse_error("p\ncnf 3 2\n"), HasSubstr("line 1: expected the header"));
  EXPECT_THAT(parse_error("p cnf\n3 2\n"),
              HasSubstr("expected the number of variables, at most 1073741824, found ''"));
  EXPECT_THAT(parse_error("p cnf x 2\n"), HasSubstr("found 'x'"));
  EXPECT_THAT(parse_error("p cnf -3 2\n"), HasSubstr("found '-3'"));
  EXPECT_THAT(parse_error("p cnf 3 2 1\n"), HasSubstr("expected nothing after 'p cnf 3 2', found '1'"));
  EXPECT_THAT(parse_error("p cnf 1073741825 2\n"), HasSubstr("at most 1073741824, found '1073741825'"));
  EXPECT_THAT(parse_error("p cnf 99999999999999999999999999 2\n"), HasSubstr("at most 1073741824"));
  EXPECT_THAT(parse_error("p cnf 3 18446744073709551617\n"), HasSubstr("expected the number of clauses"));
  EXPECT_THAT(parse_error("p cnf 3 1\np cnf 3 1\n1 0\n"),
              HasSubstr("line 2: expected a literal, or 0 at the end"));
}

TEST(Dimacs, HugeCountsCostNothingByThemselves) {
  EXPECT_EQ(parse("p cnf 1073741824 1\n-1073741824 0\n").literals[0], make_literal(kMostVariables - 1, true));
  EXPECT_EQ(parse_error("p cnf 1073741824 4294967294\n1 0\n"),
            "f.cnf: expected 4294967294 clauses, as the header says, found 1");
}

TEST(Dimacs, RefusesWrongCounts) {
  EXPECT_EQ(parse_error("p cnf 3 3\n1 0\n2 0\n"), "f.cnf: expected 3 clauses, as the header says, found 2");
  EXPECT_EQ(parse_error("p cnf 3 1\n1 0\n2 0\n"),
            "f.cnf line 3: expected 1 clause, as the header says, found more");
  EXPECT_EQ(parse_error("p cnf 3 1\n1 2\n"),
            "f.cnf: expected a 0 at the end of the last clause, but the file ends before it");
}

TEST(Dimacs, RefusesWrongLiterals) {
  EXPECT_EQ(parse_error("p cnf 3 1\n1 4 0\n"), "f.cnf line 2: expected literals from -3 to 3, found 4");
  EXPECT_EQ(parse_error("p cnf 3 1\n1 -17 0\n"), "f.cnf line 2: expected literals from -3 to 3, found -17");
  EXPECT_THAT(parse_error("p cnf 3 1\n4294967297 0\n"), HasSubstr("found 4294967297"));
  EXPECT_THAT(parse_error("p cnf 3 1\n18446744073709551617 0\n"),
              HasSubstr("found 999999999999999 or beyond"));
  for (const std::string_view word : {"x", "-", "--1", "-0", "+1", "1x", "1-2", "1.0", "\x80", "v"}) {
    EXPECT_THAT(parse_error("p cnf 3 1\n" + std::string(word) + " 0\n"),
                HasSubstr("f.cnf line 2: expected a literal, or 0 at the end, found '"))
        << word;
  }
  EXPECT_THAT(parse_error("p cnf 3 1\n2x9 0\n"), HasSubstr("found '2x9'"));
  EXPECT_THAT(parse_error(std::string_view("p cnf 3 1\n\0", 11)), HasSubstr("found '\\x00'"));
}

TEST(Dimacs, RefusesEveryCut) {
  const std::string text = formatted(random_ksat(30, 10, 3, 1));
  for (std::size_t size = 1; size < text.size() - 1; ++size) {
    EXPECT_NE(parse_error(text.substr(0, size)), "(no error)") << size;
  }
}

TEST(Dimacs, RoundTripsForAllFormulas) {
  EXPECT_TRUE(rc::check("format, then parse", [] {
    Formula formula;
    formula.variables = *rc::gen::inRange<std::uint32_t>(1, 2000);
    const auto clauses = *rc::gen::container<std::vector<std::vector<Literal>>>(
        rc::gen::container<std::vector<Literal>>(rc::gen::inRange<Literal>(0, 2 * formula.variables)));
    for (const auto& clause : clauses) formula.add_clause(clause);
    RC_ASSERT(parse(formatted(formula)) == formula);
  }));
}

TEST(Dimacs, FilesRoundTripPlainAndPacked) {
  const TempFolder folder;
  const Formula formula = random_ksat(1000, 20000, 3, 1);  // more than one block of text
  for (const std::string_view name : {"f.cnf", "f.cnf.gz"}) {
    write_dimacs(folder.path(name), formula);
    EXPECT_EQ(read_dimacs(folder.path(name)), formula);
  }
}

TEST(Dimacs, RefusesBadFiles) {
  const TempFolder folder;
  EXPECT_THAT(error_text([&] { read_dimacs(folder.path("absent.cnf")); }), HasSubstr("cannot open "));
  EXPECT_THAT(error_text([&] { read_dimacs(folder.path()); }), HasSubstr("is a directory"));
  EXPECT_THAT(error_text([&] { read_dimacs(folder.add("empty.cnf", "")); }), HasSubstr("is empty"));
  write_dimacs(folder.path("f.gz"), random_ksat(100, 400, 3, 1));
  const std::string packed = file_bytes(folder.path("f.gz"));
  EXPECT_THAT(error_text([&] { read_dimacs(folder.add("cut.gz", packed.substr(0, packed.size() / 2))); }),
              HasSubstr("cut short"));
}

}  // namespace
}  // namespace bitbasin::dimacs_test
