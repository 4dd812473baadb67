// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/explain.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "bitbasin/base/error.h"

namespace bitbasin::explain_test {
namespace {

TEST(Explain, SaysWhoseFaultItIs) {
  EXPECT_EQ(explain(Error("expected a, got b")), "expected a, got b");
  const std::string memory = "out of memory: this problem is too large for this machine";
  EXPECT_EQ(explain(std::bad_alloc()), memory);
  EXPECT_EQ(explain(std::length_error("vector")), memory);
  EXPECT_EQ(explain(std::out_of_range("at")), "internal error, please report it: at");
}

}  // namespace
}  // namespace bitbasin::explain_test
