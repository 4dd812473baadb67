// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/field_text.h"

#include <gmock/gmock.h>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::field_text_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<double> parse(std::string_view bytes) {
  ByteReader reader(bytes, "fields", ByteReader::kMinimumBufferBytes);
  return parse_field_text(reader);
}

TEST(FieldText, GivesTheSameNumbersBack) {
  const std::vector<double> fields = {0.1, -1.0 / 3, 30, -0.0, 1e-300, 5};
  EXPECT_EQ(parse(collect([&](const ByteSink& sink) { format_field_text(sink, fields); })), fields);
  EXPECT_THAT(parse("1\r\n-2.5e-3"), ElementsAre(1, -2.5e-3));
}

TEST(FieldText, SaysWhereItIsWrong) {
  const auto error = [](std::string_view bytes) { return error_text([&] { parse(bytes); }); };
  EXPECT_THAT(error("1\nx\n"), HasSubstr("fields line 2: expected one number, got"));
  EXPECT_THAT(error("1 2\n"), HasSubstr("line 1"));
  EXPECT_THAT(error("1\n\n2\n"), HasSubstr("line 2"));
  EXPECT_THAT(error("inf\n"), HasSubstr("inf"));
  EXPECT_THAT(error("nan\n"), HasSubstr("nan"));
  EXPECT_THAT(error(std::string(100, '1')), HasSubstr("line 1"));
}

}  // namespace
}  // namespace bitbasin::field_text_test
