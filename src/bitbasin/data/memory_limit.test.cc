// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/memory_limit.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::memory_limit_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(MemoryLimit, AcceptsWhatFitsAndRefusesTheRest) {
  expect_memory(0, "nothing");
  expect_memory(1e6, "a megabyte");
  const std::string error = error_text([] { expect_memory(0x1p90, "the pattern matrix"); });
  EXPECT_THAT(error, StartsWith("out of memory: the pattern matrix would take "));
  EXPECT_THAT(error, HasSubstr("the pattern matrix would take 1.153e+18 GiB, and this machine has "));
  const double machine =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  EXPECT_EQ(error_text([&] { expect_memory(machine, "all of it"); }), "(no error)");
  EXPECT_THAT(error, HasSubstr(fmt::format(" has {:.1f} GiB", machine / 0x1p30)));
  EXPECT_NE(error_text([] { expect_memory(INFINITY, "all"); }), "(no error)");
  EXPECT_NE(error_text([] { expect_memory(std::nan(""), "all"); }), "(no error)");
}

}  // namespace
}  // namespace bitbasin::memory_limit_test
