// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cstdint>

namespace bitbasin {

// Runs a check once for each instruction set that has kernels and that this CPU supports, then restores the
// best. (bits/ has the same by name of level; math/ is a lower layer.)
template <class Check>
void for_every_target(Check check) {
  const auto choose = [](std::int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);  // 0: all
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  };
  choose(0);
  const std::int64_t available = hwy::SupportedTargets() & HWY_TARGETS;
  for (std::int64_t left = available; left != 0; left &= left - 1) {
    const std::int64_t target = left & -left;
    SCOPED_TRACE(hwy::TargetName(target));
    choose(target);
    check();
  }
  choose(0);
}

}  // namespace bitbasin
