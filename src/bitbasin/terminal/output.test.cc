// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/output.h"

#include <gtest/gtest.h>

namespace bitbasin::output_test {
namespace {

std::string printed(bool json, bool quiet) {
  testing::internal::CaptureStdout();
  Output output(json, quiet);
  output.line("errors {}", 3);
  output.note("wrote {}", "file");
  output.text("raw");
  output.result["errors"] = 3;
  output.result["file"] = "not UTF-8: \xff";
  output.finish();
  return testing::internal::GetCapturedStdout();
}

TEST(Output, PeopleGetLines) {
  EXPECT_EQ(printed(false, false), "errors 3\nwrote file\nraw");
  EXPECT_EQ(printed(false, true), "errors 3\nraw");
}

TEST(Output, JsonIsOneObjectInTheOrderOfItsKeys) {
  EXPECT_EQ(printed(true, false), "{\n  \"errors\": 3,\n  \"file\": \"not UTF-8: \xef\xbf\xbd\"\n}\n");
  EXPECT_EQ(printed(true, true), printed(true, false));
}

TEST(Output, OptionValuesKeepTheirTypes) {
  EXPECT_EQ(to_json(OptionValue{}).dump(), "\"auto\"");
  EXPECT_EQ(to_json(OptionValue{true}).dump(), "true");
  EXPECT_EQ(to_json(OptionValue{std::int64_t{-1}}).dump(), "-1");
  EXPECT_EQ(to_json(OptionValue{~std::uint64_t{0}}).dump(), "18446744073709551615");
  EXPECT_EQ(to_json(OptionValue{0.001}).dump(), "0.001");
  EXPECT_EQ(to_json(OptionValue{std::string("ramp")}).dump(), "\"ramp\"");
}

}  // namespace
}  // namespace bitbasin::output_test
