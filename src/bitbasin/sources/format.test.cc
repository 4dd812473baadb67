// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <stdlib.h>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/sources/source_files.test.h"

namespace bitbasin::format_test {
namespace {

TEST(House, SourcesAreFormatted) {
  if (getenv("BITBASIN_SKIP_FORMAT") != nullptr) GTEST_SKIP() << "BITBASIN_SKIP_FORMAT is set";
  ASSERT_EQ(run_shell("command -v clang-format").code, 0)
      << "clang-format is missing; install it, or set BITBASIN_SKIP_FORMAT to do without this test";
  std::string files;
  for (const std::string& file : source_files()) files += " '" + file + "'";
  const Outcome outcome = run_shell("clang-format --dry-run --Werror" + files, kSourceTree.string());
  EXPECT_EQ(outcome.code, 0) << "run: make format\n" << outcome.err;
}

}  // namespace
}  // namespace bitbasin::format_test
