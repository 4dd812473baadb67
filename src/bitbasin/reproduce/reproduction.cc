// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/reproduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace bitbasin {
namespace {

// What a run that belongs to a reproduction is called in a store.
std::string name_of(const ClaimSetup& setup) {
  return fmt::format("reproduce --profile {}", to_string(setup.profile));
}

// Some trainings take as long as everything else together: two threads must not end up waiting for one.
int rank(const Cell& cell) {
  if (cell.task.kind->name == "train") return 0;
  return cell.task.kind->name == "walk network" || cell.task.kind->name == "theory transitions" ? 1 : 2;
}

std::uint64_t weights(const Cell& cell) {
  return cell.task.parameters.value("k1", std::uint64_t{0}) *
         cell.task.parameters.value("k2", std::uint64_t{0});
}

}  // namespace

SweepPlan plan_of(std::span<const Claim* const> chosen, const ClaimSetup& setup) {
  SweepPlan plan;
  plan.file = name_of(setup);
  plan.seed = setup.seed;
  std::unordered_map<std::string, std::size_t> known;  // by the identity of the first task
  for (const Claim* claim : chosen) {
    plan.text += claim->id + "\n";
    for (Cell& cell : claim->cells(setup)) {
      const auto [place, is_new] = known.emplace(identity(cell.task), plan.cells.size());
      if (is_new) {
        plan.cells.push_back(std::move(cell));
      } else if (StopRule& rule = plan.cells[place->second].rule; rule.first < cell.rule.first) {
        rule = cell.rule;
      }
    }
  }
  std::ranges::stable_sort(plan.cells, [](const Cell& a, const Cell& b) {
    return std::pair(rank(a), weights(b)) < std::pair(rank(b), weights(a));
  });
  return plan;
}

std::optional<ClaimSetup> last_setup(Store& store) {
  std::optional<ClaimSetup> last;
  store.each_run([&last](std::int64_t, const RunRecord& run) {
    for (const Profile profile : {Profile::quick, Profile::full}) {
      const ClaimSetup setup{profile, run.seed};
      if (run.file == name_of(setup)) last = setup;
    }
  });
  return last;
}

}  // namespace bitbasin
