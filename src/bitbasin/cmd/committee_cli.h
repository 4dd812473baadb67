// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bitbasin/cmd/perceptron_cli.h"
#include "bitbasin/task/committee_problem.h"

namespace bitbasin {

// What the commands read and print about committees (problem_source.h), much as for perceptrons.
struct CommitteeCli : PerceptronCli {
  using Problem = CommitteeProblem;

  static constexpr const char* kRandom = "a random instance by --units, --n and --alpha";
  struct Files : PerceptronCli::Files {
    CommitteeInstance read(const RandomCommittee& random) const;
  };
  // A file holds patterns; flags say which committee learns them.
  static bool needs_random(std::string_view flag) { return flag != "units" && flag != "tree"; }

  static void answer(const CommitteeInstance& instance, const VerifiedResult& result, const AnswerFlags&,
                     Session& session);
  static BitVector read_configuration(const std::string& path, const CommitteeInstance& instance);
  static void tell_start(const CommitteeInstance& instance, const StartingPoint& start, Session& session);
  static std::string of_synapses(const CommitteeInstance& instance);
  static void tell_generalization(Session& session);
  // A walk does not evaluate unseen patterns.
  static bool walk_has_error(const CommitteeInstance&) { return false; }
};

}  // namespace bitbasin
