// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/search/index_set.h"

#include <gtest/gtest.h>

#include <set>

#include "bitbasin/rng/uniform.h"

namespace bitbasin::index_set_test {
namespace {

TEST(IndexSet, IsASet) {
  IndexSet set(50);
  std::set<std::uint32_t> expected;
  Stream stream(1, purpose("test"));
  for (int step = 0; step < 3000; ++step) {
    const auto i = static_cast<std::uint32_t>(uniform_below(stream, 50));
    const bool member = uniform_below(stream, 2) == 1;
    set.set(i, member);
    member ? (void)expected.insert(i) : (void)expected.erase(i);
    ASSERT_EQ(set.size(), expected.size());
    ASSERT_EQ(std::set<std::uint32_t>(set.members().begin(), set.members().end()), expected);
    for (std::uint32_t j = 0; j < 50; ++j) ASSERT_EQ(set.contains(j), expected.contains(j));
  }
  set.clear();
  EXPECT_TRUE(set.empty());
  EXPECT_FALSE(set.contains(3));
}

}  // namespace
}  // namespace bitbasin::index_set_test
