// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/ranks/launcher.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <utility>
#include <vector>

namespace bitbasin::launcher_test {
namespace {

using Environment = std::vector<std::pair<const char*, const char*>>;

void forget_launcher() {
  for (const char* name :
       {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE", "PMI_RANK", "PMIX_RANK"}) {
    unsetenv(name);
  }
}

TEST(Launcher, IsKnownByItsEnvironment) {
  const struct {
    Environment set;
    bool as_rank;
    int rank;
  } cases[] = {
      {{}, false, 0},
      {{{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "3"}, {"PMIX_RANK", "3"}}, true, 3},
      {{{"OMPI_COMM_WORLD_SIZE", "1"}, {"OMPI_COMM_WORLD_RANK", "0"}, {"PMIX_RANK", "0"}}, false, 0},
      {{{"OMPI_COMM_WORLD_SIZE", "2"}}, true, 0},
      {{{"PMI_SIZE", "2"}, {"PMI_RANK", "1"}}, true, 1},
      {{{"PMIX_RANK", "5"}}, true, 5},
      {{{"PMI_SIZE", "many"}, {"PMI_RANK", "1"}}, false, 0},
  };
  for (const auto& c : cases) {
    forget_launcher();
    for (const auto& [name, value] : c.set) setenv(name, value, 1);
    EXPECT_EQ(launched_as_rank(), c.as_rank) << c.set.size();
    EXPECT_EQ(launched_rank(), c.rank) << c.set.size();
  }
  forget_launcher();
}

}  // namespace
}  // namespace bitbasin::launcher_test
