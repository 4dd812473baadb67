// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/options.h"

#include <gmock/gmock.h>
#include <rapidcheck.h>

#include <cmath>

#include "bitbasin/base/error.h"

namespace bitbasin::options_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

enum class Schedule { constant, ramp };

struct DemoOptions {
  double rate = 1e-3;
  std::int64_t max_iterations = 0;
  std::uint64_t key = 7;
  int threads = 1;
  bool restart = true;
  Schedule schedule = Schedule::ramp;
  std::optional<double> margin;
  std::optional<std::int64_t> bound = 5;
  std::optional<Schedule> second;
  bool operator==(const DemoOptions&) const = default;
};

const OptionTable<DemoOptions>& demo_table() {
  static const OptionTable<DemoOptions> table{
      option("rate", &DemoOptions::rate, {0, 1}, "how fast reinforcement grows", "1 - gamma"),
      option("max_iterations", &DemoOptions::max_iterations, {0}, "iterations before it gives up"),
      option("key", &DemoOptions::key, {}, "any number"),
      option("threads", &DemoOptions::threads, {1, 64}, "threads to use"),
      option("restart", &DemoOptions::restart, "start again after a failure"),
      option("schedule", &DemoOptions::schedule, {{"constant", Schedule::constant}, {"ramp", Schedule::ramp}},
             "how the rate changes", "Fig. 1"),
      option("margin", &DemoOptions::margin, {0}, "stability asked for; auto: from N"),
      option("bound", &DemoOptions::bound, {1}, "bound on hidden states"),
      option("second", &DemoOptions::second, {{"constant", Schedule::constant}, {"ramp", Schedule::ramp}},
             "another schedule"),
  };
  return table;
}

DemoOptions parsed(std::string_view spec) {
  DemoOptions options;
  apply(demo_table(), options, parse_spec(spec));
  return options;
}

TEST(Options, SpecStringsSetEveryType) {
  EXPECT_EQ(parsed("demo"), DemoOptions{});
  const DemoOptions all = parsed(
      "demo:rate=0.25,max_iterations=10,key=18446744073709551615,threads=2,restart=false,schedule=constant,"
      "margin=0.5,bound=auto,second=ramp");
  EXPECT_EQ(all, (DemoOptions{.rate = 0.25,
                              .max_iterations = 10,
                              .key = ~std::uint64_t{0},
                              .threads = 2,
                              .restart = false,
                              .schedule = Schedule::constant,
                              .margin = 0.5,
                              .bound = std::nullopt,
                              .second = Schedule::ramp}));
}

TEST(Options, ErrorsSayWhatWasExpectedAndGiven) {
  EXPECT_THAT([] { parsed("demo:rate=2"); },
              ThrowsMessage<Error>("rate of demo: expected a number from 0 to 1, got '2'"));
  EXPECT_THAT([] { parsed("demo:rate=auto"); }, ThrowsMessage<Error>(HasSubstr("got 'auto'")));
  EXPECT_THAT(
      [] { parsed("demo:margin=-1"); },
      ThrowsMessage<Error>(HasSubstr("margin of demo: expected a number of at least 0 or auto, got '-1'")));
  EXPECT_THAT([] { parsed("demo:schedule=up"); },
              ThrowsMessage<Error>("schedule of demo: expected one of constant|ramp; got 'up'"));
  EXPECT_THAT([] { parsed("demo:second=up"); }, ThrowsMessage<Error>(HasSubstr("constant|ramp|auto")));
  EXPECT_THAT([] { parsed("demo:restart=1"); }, ThrowsMessage<Error>(HasSubstr("one of true|false")));
  EXPECT_THAT(
      [] { parsed("demo:speed=1"); },
      ThrowsMessage<Error>(HasSubstr("(rate, max_iterations, key, threads, restart, schedule, margin, "
                                     "bound, second), got 'speed'")));
}

TEST(Options, DescribeGivesRowsForHelp) {
  const auto rows = describe(demo_table());
  ASSERT_EQ(rows.size(), demo_table().size());
  EXPECT_EQ(rows[0],
            (OptionRow{"rate", "0.001", "number from 0 to 1", "how fast reinforcement grows", "1 - gamma"}));
  EXPECT_EQ(rows[4], (OptionRow{"restart", "true", "true|false", "start again after a failure", ""}));
  EXPECT_EQ(rows[5], (OptionRow{"schedule", "ramp", "constant|ramp", "how the rate changes", "Fig. 1"}));
  EXPECT_EQ(rows[6].default_text, "auto");
  EXPECT_EQ(rows[6].range, "number of at least 0 or auto");
}

TEST(Options, EchoKeepsTypes) {
  const auto values = echo(demo_table(), DemoOptions{});
  EXPECT_EQ(values[0], (std::pair<std::string, OptionValue>{"rate", 1e-3}));
  EXPECT_EQ(values[1].second, OptionValue{std::int64_t{0}});
  EXPECT_EQ(values[2].second, OptionValue{std::uint64_t{7}});
  EXPECT_EQ(values[3].second, OptionValue{std::int64_t{1}});
  EXPECT_EQ(values[4].second, OptionValue{true});
  EXPECT_EQ(values[5].second, OptionValue{std::string("ramp")});
  EXPECT_EQ(values[6].second, OptionValue{});
  EXPECT_EQ(values[7].second, OptionValue{std::int64_t{5}});
}

TEST(Options, ToSpecIsCanonical) {
  EXPECT_EQ(to_spec("demo", demo_table(), DemoOptions{}),
            "demo:rate=0.001,max_iterations=0,key=7,threads=1,restart=true,schedule=ramp,margin=auto,bound=5,"
            "second=auto");
}

TEST(Options, AYoungerOneIsNoPartOfASpecWhileItHasItsDefault) {
  struct Pair {
    std::int64_t old = 1, young = 2;
  };
  const OptionTable<Pair> table{option("old", &Pair::old, {0}, "first"),
                                younger(option("young", &Pair::young, {0}, "second"))};
  EXPECT_EQ(to_spec("x", table, Pair{}), "x:old=1");
  EXPECT_EQ(to_spec("x", table, Pair{1, 3}), "x:old=1,young=3");
}

struct PartOptions {
  int size = 3;
  bool operator==(const PartOptions&) const = default;
};

struct WholeOptions {
  PartOptions part;
  std::string name = "rbp";
};

TEST(Options, TablesContainOthersAndText) {
  static const OptionTable<PartOptions> part{option("size", &PartOptions::size, {1, 9}, "how large", "N")};
  static const OptionTable<WholeOptions> whole([] {
    std::vector<Option<WholeOptions>> all;
    append_options(all, part, &WholeOptions::part);
    all.push_back(text_option("name", &WholeOptions::name, "spec string", "solver"));
    return all;
  }());
  EXPECT_EQ(describe(whole),
            (std::vector<OptionRow>{{"size", "3", "whole number from 1 to 9", "how large", "N"},
                                    {"name", "rbp", "spec string", "solver", ""}}));
  WholeOptions options;
  apply(whole, options, Spec{"whole", {{"size", "5"}, {"name", "sbpi:a=1,b=2"}}});
  EXPECT_EQ(options.part.size, 5);
  EXPECT_EQ(options.name, "sbpi:a=1,b=2");
  EXPECT_THROW(apply(whole, options, Spec{"whole", {{"size", "10"}}}), Error);
}

TEST(Options, SpecStringsRoundTrip) {
  const bool holds = rc::check("apply(parse_spec(to_spec(x))) == x", [] {
    DemoOptions x;
    const auto unit = [] {  // all exponents, not only the few that a uniform number has
      return std::ldexp(static_cast<double>(*rc::gen::arbitrary<std::uint32_t>()),
                        -*rc::gen::inRange(32, 1060));
    };
    x.rate = unit();
    x.max_iterations = *rc::gen::nonNegative<std::int64_t>();
    x.key = *rc::gen::arbitrary<std::uint64_t>();
    x.threads = *rc::gen::inRange(1, 65);
    x.restart = *rc::gen::arbitrary<bool>();
    x.schedule = *rc::gen::element(Schedule::constant, Schedule::ramp);
    if (*rc::gen::arbitrary<bool>()) x.margin = unit() * 1e100;
    if (*rc::gen::arbitrary<bool>()) x.bound.reset();
    if (*rc::gen::arbitrary<bool>()) x.second = Schedule::constant;
    RC_ASSERT(parsed(to_spec("demo", demo_table(), x)) == x);
  });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace bitbasin::options_test
