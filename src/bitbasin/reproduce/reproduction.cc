// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/reproduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>
#include <utility>

namespace bitbasin {
namespace {

// The name in a store of a run that belongs to a reproduction.
std::string name_of(const ClaimSetup& setup) {
  return fmt::format("reproduce --profile {}", to_string(setup.profile));
}

// The names of claims in the plan of such a run, one per line; all claims if there is none.
std::string list_of(const std::vector<const Claim*>& claims) {
  std::string text;
  for (const Claim* claim : claims) text += claim->id + "\n";
  return text;
}

std::vector<std::string> ids_in(const std::string& list) {
  std::vector<std::string> ids;
  std::istringstream lines(list);
  for (std::string id; std::getline(lines, id);) {
    // A store may come from a version with other claims.
    if (std::ranges::find(claims(), id, &Claim::id) != claims().end()) ids.push_back(id);
  }
  return ids;
}

// Some trainings take as long as everything else together: start them first, so that threads do not end up
// waiting for one.
int rank(const Cell& cell) {
  if (cell.task.kind->name == "train") return 0;
  return cell.task.kind->name == "walk network" || cell.task.kind->name == "theory transitions" ? 1 : 2;
}

std::uint64_t weights(const Cell& cell) {
  return cell.task.parameters.value("k1", std::uint64_t{0}) *
         cell.task.parameters.value("k2", std::uint64_t{0});
}

}  // namespace

Reproduction reproduction_of(const ClaimSetup& setup, const std::vector<std::string>& ids) {
  Reproduction asked{setup, {}};
  for (const std::string& id : ids) asked.claims.push_back(&claim(id));
  if (ids.empty()) {
    for (const Claim& c : claims()) asked.claims.push_back(&c);
  }
  return asked;
}

SweepPlan plan_of(const Reproduction& asked) {
  SweepPlan plan;
  plan.file = name_of(asked.setup);
  plan.text = list_of(asked.claims);
  plan.seed = asked.setup.seed;
  std::unordered_map<std::string, std::size_t> known;  // by the identity of the first task
  for (const Claim* claim : asked.claims) {
    for (Cell& cell : claim->cells(asked.setup)) {
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

SweepEnd run_reproduction(const SweepPlan& plan, Store& store, int threads, const Transport* ranks,
                          RunControl& control) {
  // A task fails if a data set is missing, which may be there by now. The request is recorded even if all
  // results are known, so that `report` shows it.
  SweepSetup setup{.threads = threads, .retry_failed = true, .ranks = ranks};
  setup.always_recorded = true;
  setup.on_progress = [&control](const Scheduler& scheduler) {
    control.report({"runs", scheduler.done() + scheduler.failed(), scheduler.tasks()});
  };
  return run_sweep(plan, store, setup, control);
}

std::optional<Reproduction> last_reproduction(Store& store) {
  std::optional<RunRecord> last;  // by the time of its start, because merged stores mix the numbers
  std::optional<Profile> last_profile;
  store.each_run([&](std::int64_t, const RunRecord& run) {
    for (const Profile profile : {Profile::quick, Profile::full}) {
      if (run.file != name_of({profile, run.seed}) || (last && run.started < last->started)) continue;
      last = run;
      last_profile = profile;
    }
  });
  if (!last) return {};
  return reproduction_of({*last_profile, last->seed}, ids_in(last->plan));
}

JudgedReproduction judge(const Reproduction& asked, const Results& results) {
  JudgedReproduction judged{asked.setup, {}};
  for (const Claim* c : asked.claims) judged.claims.push_back({c, judge(*c, asked.setup, results)});
  return judged;
}

std::string command_for(const Claim& claim, const ClaimSetup& setup) {
  return fmt::format("bitbasin reproduce {}{}{}", claim.id, setup.quick() ? "" : " --profile full",
                     setup.seed == 1 ? "" : fmt::format(" --seed {}", setup.seed));
}

Json to_json(const JudgedClaim& judged, const ClaimSetup& setup) {
  const Claim& claim = *judged.claim;
  const ClaimResult& result = judged.result;
  return {{"id", claim.id},
          {"statement", claim.statement},
          {"paper", claim.paper},
          {"beyond_paper", claim.beyond_paper},
          {"measured", result.measured},
          {"interval", result.interval ? Json{result.interval->low, result.interval->high} : Json()},
          {"verdict", to_string(result.verdict)},
          {"why", result.why},
          {"command", command_for(claim, setup)}};
}

}  // namespace bitbasin
