// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/claim.h"

#include <fmt/format.h>

#include "bitbasin/base/find_named.h"
#include "bitbasin/reproduce/claim_groups.h"

namespace bitbasin {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::partly:
      return "partly";
    case Verdict::not_reproduced:
      return "not reproduced";
    case Verdict::not_run:
      break;
  }
  return "not run";
}

std::string_view to_string(Profile profile) {
  return profile == Profile::quick ? "quick" : "full";
}

std::span<const Claim> claims() {
  static const std::vector<Claim> all = [] {
    std::vector<Claim> list;
    for (auto group : {theory_claims, capacity_claims, solver_claims, learning_claims, entropy_claims,
                       network_claims, edmc_claims, model_claims}) {
      for (Claim& c : group()) list.push_back(std::move(c));
    }
    return list;
  }();
  return all;
}

const Claim& claim(std::string_view id) {
  return find_named(claims(), &Claim::id, id, "claims");
}

ClaimResult judge(const Claim& claim, const ClaimSetup& setup, const Results& results) {
  try {
    return claim.judge(setup, results);
  } catch (const NotThere& reason) {
    return {.why = reason.what()};
  } catch (const JsonError& error) {
    return {.why = fmt::format("a result in the store is not what such a run gives ({})", error.what())};
  }
}

Cell cell_of(std::string_view kind, const Parameters& parameters, std::uint64_t instances) {
  return make_cell(make_task(task_kind(kind), parameters), instances);
}

}  // namespace bitbasin
