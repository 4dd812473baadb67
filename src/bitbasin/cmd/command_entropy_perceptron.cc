// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <memory>
#include <string>

#include "bitbasin/base/value_list.h"
#include "bitbasin/cmd/entropy_output.h"
#include "bitbasin/cmd/perceptron_solution.h"
#include "bitbasin/cmd/perceptron_source.h"

namespace bitbasin {
namespace {

struct EntropyPerceptron {
  PerceptronSource source;
  PerceptronSolution solution;
  std::string distances{kDefaultDistances};
  EntropyFlags flags{.tolerance = kPerceptronTolerance};
};

ExitCode entropy_perceptron(const EntropyPerceptron& given, Session& session) {
  const auto distances = parse_value_list("--distances", given.distances, {0, 1});
  const PerceptronInstance instance = load_instance(given.source, session);
  describe_instance(instance, session.output.result);
  const LoadedSolution at = load_solution(given.solution, instance, session);
  session.output.line("around {}: {} {} in {} patterns of {} synapses", at.origin, at.errors,
                      at.errors == 1 ? "error" : "errors", instance.patterns(), instance.n());

  RunControl control = session.control();
  report_entropy(perceptron_entropy(instance, at.weights, distances, given.flags,
                                    {session.seed(), session.threads()}, control),
                 session);
  const ExitCode code = session.finish(control.stop_reason());
  if (code == kInterrupted) return code;
  return at.errors == 0 ? kDone : kNotSolved;
}

}  // namespace

void add_entropy_perceptron(Command& group) {
  const auto flags = std::make_shared<EntropyPerceptron>();
  Command command = group.add_command(
      "perceptron", "local entropy around weights, given or found on the spot",
      {"bitbasin entropy perceptron --n 1001 --alpha 0.3",
       "bitbasin entropy perceptron --n 501 --alpha 0.6 --task teacher --teacher --distances 0.02,0.05,0.1",
       "bitbasin solve perceptron --n 501 --alpha 0.3 --algorithm sa --save weights.txt",
       "bitbasin entropy perceptron --n 501 --alpha 0.3 --solution weights.txt --json"},
      [flags](Session& session) { return entropy_perceptron(*flags, session); });
  add_perceptron_source(command, flags->source);
  add_perceptron_solution(command, flags->solution);
  command.add_options(entropy_flag_table(), flags->flags);
  command.add_text("--distances", flags->distances,
                   "distances d from the weights, as values with commas or FIRST:LAST:COUNT");
}

}  // namespace bitbasin
