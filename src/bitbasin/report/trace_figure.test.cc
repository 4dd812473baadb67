// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/report/trace_figure.h"

#include <gmock/gmock.h>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::trace_figure_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string draw(std::string_view csv) {
  ByteReader reader(csv, "run.csv");
  return trace_figure(reader);
}

TEST(TraceFigure, ShowsWhatTheTraceHas) {
  const std::string figure = draw(
      "iteration,gamma,errors,overlap,local_entropy\n"
      "1,0.1,9,0.2,\n2,0.2,7,0.3,\n3,0.3,5,0.4,\n");
  EXPECT_THAT(figure,
              AllOf(StartsWith("<svg"), HasSubstr("errors"), HasSubstr("overlap q"), HasSubstr("gamma")));
  EXPECT_THAT(figure, Not(HasSubstr("local entropy"))) << "a column without entries";
}

TEST(TraceFigure, RefusesOtherFiles) {
  const auto error = [](std::string_view csv) { return error_text([&] { draw(csv); }); };
  EXPECT_THAT(error("a,b\n1,2\n"), HasSubstr("run.csv line 1: expected the names of a trace's columns"));
  EXPECT_THAT(error("iteration,errors\n"), HasSubstr("expected a trace of one iteration or more"));
  EXPECT_THAT(error("iteration,errors\n1\n"), HasSubstr("line 2: expected 2 entries, got 1"));
  EXPECT_THAT(error("iteration,errors\n1,x\n"), HasSubstr("errors"));
}

}  // namespace
}  // namespace bitbasin::trace_figure_test
