// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/spec.h"

#include <gmock/gmock.h>
#include <rapidcheck.h>

#include "bitbasin/base/error.h"

namespace bitbasin::spec_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Spec, ParsesNameAndOptions) {
  EXPECT_EQ(parse_spec("sbpi"), (Spec{"sbpi", {}}));
  EXPECT_EQ(parse_spec("rbp:rate=0.001,damping=0.1"), (Spec{"rbp", {{"rate", "0.001"}, {"damping", "0.1"}}}));
  EXPECT_EQ(parse_spec("sa:file=a:b=c"), (Spec{"sa", {{"file", "a:b=c"}}}));
}

TEST(Spec, RefusesBrokenSyntaxWithASentence) {
  for (const char* text : {"", ":", ":rate=1", "r bp", "rbp=1", "rbp,rate=1"}) {
    EXPECT_THAT([&] { parse_spec(text); }, ThrowsMessage<Error>(HasSubstr("expected an algorithm such as")))
        << text;
  }
  for (const char* text :
       {"rbp:", "rbp:rate", "rbp:rate=", "rbp:=1", "rbp:rate=1,", "rbp:,rate=1", "rbp:a b=1"}) {
    EXPECT_THAT([&] { parse_spec(text); }, ThrowsMessage<Error>(HasSubstr("options of rbp as name=value")))
        << text;
  }
  EXPECT_THAT([] { parse_spec("rbp:rate=1,rate=1"); },
              ThrowsMessage<Error>(HasSubstr("rate is given twice")));
}

TEST(Spec, PrintsBackWhatItParsed) {
  const bool holds = rc::check("to_string is the inverse of parse_spec", [] {
    const auto word = rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('a', 'z')));
    const auto value = rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange(' ', ',')));
    Spec spec{*word, {}};
    for (const std::string& key : *rc::gen::unique<std::vector<std::string>>(word)) {
      spec.options.emplace_back(key, *value);
    }
    RC_ASSERT(parse_spec(to_string(spec)) == spec);
  });
  EXPECT_TRUE(holds);
}

TEST(Spec, AnyTextEitherParsesAndPrintsBackOrIsRefused) {
  const bool holds = rc::check("no text is changed on the way", [] {
    const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab:=,1 ")));
    try {
      RC_ASSERT(to_string(parse_spec(text)) == text);
    } catch (const Error&) {
    }
  });
  EXPECT_TRUE(holds);
}

TEST(Nearest, FindsTypingErrorsOnly) {
  const std::string_view known[] = {"rate", "damping", "max_iterations", "n"};
  EXPECT_EQ(nearest("rat", known), "rate");
  EXPECT_EQ(nearest("dampign", known), "damping");
  EXPECT_EQ(nearest("maxiterations", known), "max_iterations");
  EXPECT_EQ(nearest("schedule", known), "");
  EXPECT_EQ(nearest("k", known), "");
  EXPECT_EQ(nearest(std::string(1000, 'r'), known), "");
}

TEST(Spec, UnknownOptionsAreAnsweredWithTheKnownOnes) {
  const std::string_view known[] = {"rate", "damping"};
  EXPECT_THAT([&] { fail_unknown_option("rbp", "speed", known); },
              ThrowsMessage<Error>("expected an option of rbp (rate, damping), got 'speed'"));
  EXPECT_THAT([&] { fail_unknown_option("rbp", "rat", known); },
              ThrowsMessage<Error>(HasSubstr("; did you mean rate?")));
  EXPECT_THAT([&] { fail_unknown_option("fms", "rate", {}); },
              ThrowsMessage<Error>(HasSubstr("fms has no options")));
}

}  // namespace
}  // namespace bitbasin::spec_test
