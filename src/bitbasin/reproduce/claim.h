// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/base/statistics.h"
#include "bitbasin/reproduce/results.h"
#include "bitbasin/sweep/plan.h"
#include "bitbasin/task/task.h"

namespace bitbasin {

enum class Verdict { reproduced, partly, not_reproduced, not_run };
std::string_view to_string(Verdict verdict);

// quick: minutes, small sizes. full: the sizes and sample counts of the paper, hours.
enum class Profile { quick, full };
std::string_view to_string(Profile profile);

struct ClaimSetup {
  Profile profile = Profile::quick;
  std::uint64_t seed = 1;

  bool quick() const { return profile == Profile::quick; }
  // The seed of the first instance; other seeds of `reproduce` have other instances.
  std::uint64_t first_instance() const { return seed * 1'000'000; }
};

struct ClaimResult {
  Verdict verdict = Verdict::not_run;
  std::string measured = {};              // what came out
  std::optional<Interval> interval = {};  // of the number measured, 95 percent
  std::string why = {};                   // why it is not reproduced, in a clause
};

// A statement of the 2015 paper or of later work on other models, the tasks that test it, and a rule. The
// verdict depends only on the stored results of those tasks.
struct Claim {
  std::string id;
  std::string statement;
  std::string paper;  // the figure that it gives, or that the later work does
  std::function<std::vector<Cell>(const ClaimSetup&)> cells;
  std::function<ClaimResult(const ClaimSetup&, const Results&)> judge;  // may throw NotThere
  bool beyond_paper = false;
};

// All claims, in the order of the paper, and then those beyond it.
std::span<const Claim> claims();

// Fails with a sentence that lists the known ones.
const Claim& claim(std::string_view id);

// The verdict; not_run, with the reason, if the store lacks a result.
ClaimResult judge(const Claim& claim, const ClaimSetup& setup, const Results& results);

// Instances of a task of a kind, from its name and its parameters.
Cell cell_of(std::string_view kind, const Parameters& parameters, std::uint64_t instances = 1);

}  // namespace bitbasin
