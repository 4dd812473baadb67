// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "bitbasin/base/run_control.h"

namespace bitbasin {

enum class Verdict { reproduced, partly, not_reproduced, not_run };
std::string_view to_string(Verdict verdict);

// quick: minutes, small sizes. full: the sizes and sample counts of the paper.
enum class Profile { quick, full };

struct ClaimSetup {
  Profile profile = Profile::quick;
  std::uint64_t seed = 1;
  int threads = 1;
};

struct ClaimResult {
  Verdict verdict = Verdict::not_run;
  std::string measured;                               // what came out, or why nothing did
  std::optional<std::pair<double, double>> interval;  // of the fraction or number measured, 95 percent
};

// A statement of the 2015 paper and how to put it to the test.
struct Claim {
  std::string id;
  std::string statement;
  std::string paper;  // the figure that it gives
  std::function<ClaimResult(const ClaimSetup&, RunControl&)> measure;
};

// All claims, in the order of the paper.
std::span<const Claim> claims();

// Fails with a sentence that lists the known ones.
const Claim& claim(std::string_view id);

}  // namespace bitbasin
