// SPDX-License-Identifier: Apache-2.0
#include <bitbasin_paths.test.h>
#include <gtest/gtest.h>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::cli_reference_test {
namespace {

TEST(House, CliReferenceIsUpToDate) {
  const Outcome generated = run_bitbasin("help --markdown");
  ASSERT_EQ(generated.code, 0) << generated;
  EXPECT_TRUE(generated.out == file_bytes(BITBASIN_SOURCE_DIR "/doc/reference/cli.md"))
      << "doc/reference/cli.md is not what the program says; refresh it: make docs";
}

}  // namespace
}  // namespace bitbasin::cli_reference_test
