// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <string_view>

#include "bitbasin/bits/simd_level.h"

namespace bitbasin {

// Runs a check once per SIMD level of this CPU, then restores the best one. AVX-512 is checked twice if the
// CPU has the extensions that the level uses: with and without them.
template <class Check>
void for_every_simd_level(Check check) {
  for (const std::string_view level : available_simd_levels()) {
    SCOPED_TRACE(level);
    set_simd_level(level);
    check(level);
    if (level == "avx512" && hwy::SupportedTargets() == (HWY_AVX3 | HWY_AVX3_DL)) {
      SCOPED_TRACE("without VPOPCNTDQ and VBMI");
      hwy::GetChosenTarget().Update(HWY_AVX3);
      check(level);
    }
  }
  set_simd_level("auto");
}

}  // namespace bitbasin
