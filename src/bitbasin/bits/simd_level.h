// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace bitbasin {

// Every kernel exists once per instruction set and the best one is chosen at run time. Results do not
// depend on the level; these functions exist for tests, measurements and the --simd flag.

// What this CPU can run, best first, "scalar" last: a subset of avx512, avx2, sse4, ssse3, neon, scalar.
std::vector<std::string_view> available_simd_levels();

// The level in use.
std::string_view simd_level();

// Chooses a level for the whole process; "auto" is the best one. Fails on a level this CPU lacks.
void set_simd_level(std::string_view level);

// For whoever keeps a kernel's function: before any level is settled, dispatch gives one that asks the CPU in
// every call.
void settle_simd_level();

}  // namespace bitbasin
