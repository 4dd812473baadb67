// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/simd_level.h"

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "bitbasin/base/error.h"

namespace bitbasin {
namespace {

struct Level {
  std::string_view name;
  std::int64_t targets;  // Highway's bits for it
};

// Best first. AVX-512 is one level for users; it uses VPOPCNTDQ and VBMI if the CPU has them.
constexpr Level kLevels[] = {
    {"avx512", HWY_AVX3 | HWY_AVX3_DL},
    {"avx2", HWY_AVX2},
    {"sse4", HWY_SSE4},
    {"ssse3", HWY_SSSE3},
    {"neon", HWY_NEON},
    {"scalar", HWY_SCALAR},
};
constexpr std::string_view kAuto = "auto";

std::int64_t cpu_targets() {
  static const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  return targets;
}

const Level*& chosen() {
  static const Level* level =
      std::ranges::find_if(kLevels, [](const Level& l) { return l.targets & cpu_targets(); });
  return level;
}

}  // namespace

std::vector<std::string_view> available_simd_levels() {
  std::vector<std::string_view> names;
  for (const Level& level : kLevels) {
    if (level.targets & cpu_targets()) names.push_back(level.name);
  }
  return names;
}

std::string_view simd_level() {
  return chosen()->name;
}

void set_simd_level(std::string_view name) {
  const auto available = available_simd_levels();
  if (name == kAuto) name = available.front();
  if (std::ranges::find(available, name) == available.end()) {
    const bool known = std::ranges::find(kLevels, name, &Level::name) != std::end(kLevels);
    std::string list(kAuto);
    for (const std::string_view level : available) list.append(", ").append(level);
    fail("expected a SIMD level of this CPU ({}), got {}{}", list, name, known ? ", which it lacks" : "");
  }
  chosen() = std::ranges::find(kLevels, name, &Level::name);
  hwy::SetSupportedTargetsForTest(chosen()->targets & cpu_targets());
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

void settle_simd_level() {
  if (!hwy::GetChosenTarget().IsInitialized()) hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace bitbasin
