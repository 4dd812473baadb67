// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/committee_cli.h"

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/cmd/perceptron_cli.h"
#include "bitbasin/data/weights.h"
#include "bitbasin/perceptron/pattern_file.h"

namespace bitbasin {

CommitteeInstance CommitteeCli::Files::read(const RandomCommittee& random) const {
  return committee_from_patterns(read_instance(input, labels), random.form.chosen());
}

std::string CommitteeCli::of_synapses(const CommitteeInstance& instance) {
  return fmt::format("of {} x {} weights{}", instance.units(), instance.n(),
                     instance.form.tree ? " in a tree" : "");
}

void CommitteeCli::answer(const CommitteeInstance& instance, const VerifiedResult& result, const AnswerFlags&,
                          Session& session) {
  session.output.line("{}: {} in {} {} (alpha {:.4f}) after {}, {}, {:.2f} s",
                      result.solved() ? "solved" : "not solved", counted(result.violations, "error"),
                      counted(instance.patterns(), "pattern"), of_synapses(instance), instance.alpha(),
                      counted(result.found.iterations, "iteration"),
                      counted(result.found.restarts, "restart"), result.seconds);
  tell_generalization(session);
}

BitVector CommitteeCli::read_configuration(const std::string& path, const CommitteeInstance& instance) {
  BitVector weights = read_weights(path);
  if (weights.size() != instance.weights()) {
    fail("expected {} weights, {} for each of {} units, but {} has {}", instance.weights(), instance.n(),
         instance.units(), path, weights.size());
  }
  return weights;
}

void CommitteeCli::tell_start(const CommitteeInstance& instance, const StartingPoint& start,
                              Session& session) {
  session.output.line("around {}: {} in {} {}", start.origin, counted(start.violations, "error"),
                      counted(instance.patterns(), "pattern"), of_synapses(instance));
}

void CommitteeCli::tell_generalization(Session& session) {
  PerceptronCli::tell_generalization(session);
}

}  // namespace bitbasin
