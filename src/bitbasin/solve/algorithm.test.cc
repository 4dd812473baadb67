// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/solve/algorithm.h"

#include <gmock/gmock.h>

#include "bitbasin/base/error.h"
#include "bitbasin/solve/all_on.test.h"

namespace bitbasin::algorithm_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Algorithm, IsFoundByItsName) {
  const Algorithm<AllOn>& found = find_algorithm<AllOn>("on");
  EXPECT_EQ(found.meaning, "switches bits on");
  ASSERT_EQ(found.options.size(), 2u);
  EXPECT_EQ(found.options[0].name, "forgets");
  EXPECT_EQ(found.options[0].default_text, "0");
}

TEST(Algorithm, UnknownNamesAreAnErrorThatListsTheKnownOnes) {
  EXPECT_THAT([] { find_algorithm<AllOn>("off"); },
              ThrowsMessage<Error>(HasSubstr("expected one of the algorithms on")));
  EXPECT_THAT([] { read_solver<AllOn>("off:forgets=1"); },
              ThrowsMessage<Error>(HasSubstr("expected one of the algorithms on")));
}

TEST(Algorithm, ASolverHasTheOptionsThatItsSpecNames) {
  const Solver<AllOn> solver = read_solver<AllOn>("on:forgets=2");
  EXPECT_EQ(solver.name, "on");
  EXPECT_EQ(solver.canonical, "on:forgets=2,claims=0");
  EXPECT_EQ(solver.shortest, "on:forgets=2");
  EXPECT_EQ(read_solver<AllOn>("on").shortest, "on");
  EXPECT_EQ(read_solver<AllOn>("on:claims=0,forgets=0").shortest, "on");
  RunControl control;
  EXPECT_EQ(solver.solve(AllOn{7}, {}, control).flips, 5u);
}

// Options are checked before anything runs: the problem need not even exist.
TEST(Algorithm, WrongOptionsFailWhenTheSpecIsRead) {
  EXPECT_THAT([] { read_solver<AllOn>("on:forget=1"); }, ThrowsMessage<Error>(HasSubstr("forgets")));
  EXPECT_THAT([] { read_solver<AllOn>("on:forgets=6"); },
              ThrowsMessage<Error>(HasSubstr("forgets of on: expected a whole number from 0 to 5")));
  EXPECT_THAT([] { read_solver<AllOn>("on:forgets=1,forgets=2"); },
              ThrowsMessage<Error>(HasSubstr("forgets")));
  EXPECT_THAT([] { read_solver<AllOn>("on:forgets=5"); }, ThrowsMessage<Error>(HasSubstr("a smaller lie")));
}

// How often text has become an option.
int texts_read = 0;

TEST(Algorithm, OptionsAreReadOnceHoweverOftenASolverRuns) {
  static const OptionTable<SwitchOnOptions> table([] {
    std::vector<Option<SwitchOnOptions>> all(switch_on_options().begin(), switch_on_options().end());
    for (Option<SwitchOnOptions>& o : all) {
      o.set = [set = o.set](SwitchOnOptions& options, std::string_view label, std::string_view text) {
        ++texts_read;
        set(options, label, text);
      };
    }
    return all;
  }());
  const auto counted = make_algorithm<AllOn>("counted", "counts", table, switch_on);
  const Solver<AllOn> solver = counted.read(parse_spec("counted:forgets=1"));
  EXPECT_EQ(texts_read, 1);
  RunControl control;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(solver.solve(AllOn{7}, {}, control).flips, 6u);
  EXPECT_EQ(texts_read, 1);
}

// A problem for this test only, because an added algorithm stays registered.
struct Extended : AllOn {};

std::vector<Algorithm<Extended>> built_in_algorithms(std::type_identity<Extended>) {
  return {make_algorithm<Extended>("on", "switches bits on", switch_on_options(), switch_on)};
}

TEST(Algorithm, AProgramMayAddItsOwn) {
  const auto leave_off = [](const Extended& problem, const SwitchOnOptions&, const SolveSetup&, RunControl&) {
    return SolveResult{BitVector(problem.n), problem.n};
  };
  add_algorithm(make_algorithm<Extended>("off", "leaves bits off", switch_on_options(), leave_off));
  ASSERT_EQ(algorithms<Extended>().size(), 2u);
  EXPECT_EQ(read_solver<Extended>("off:claims=1").shortest, "off:claims=1");
  RunControl control;
  EXPECT_EQ(read_solver<Extended>("off").solve(Extended{{3}}, {}, control).violations, 3u);
  EXPECT_THAT([] { find_algorithm<Extended>("no"); }, ThrowsMessage<Error>(HasSubstr("on, off")));
  EXPECT_THAT(
      [&] { add_algorithm(make_algorithm<Extended>("off", "again", switch_on_options(), leave_off)); },
      ThrowsMessage<Error>(HasSubstr("there is already an algorithm named 'off'")));
  EXPECT_EQ(algorithms<Extended>().size(), 2u);
}

}  // namespace
}  // namespace bitbasin::algorithm_test
