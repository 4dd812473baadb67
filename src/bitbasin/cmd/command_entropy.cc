// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/command_entropy.h"

#include <memory>
#include <string>

#include "bitbasin/base/value_list.h"
#include "bitbasin/cmd/entropy_output.h"
#include "bitbasin/cmd/perceptron_solution.h"
#include "bitbasin/cmd/perceptron_source.h"
#include "bitbasin/perceptron/pattern_products.h"
#include "bitbasin/perceptron/tilted_amp.h"

namespace bitbasin {
namespace {

// Fields are measured to this; with 24 bits per product they settle far below it.
constexpr double kTolerance = 1e-4;

struct EntropyPerceptron {
  PerceptronSource source;
  PerceptronSolution solution;
  std::string distances = "0:0.3:13";
};

ExitCode entropy_perceptron(const EntropyPerceptron& given, Session& session) {
  const auto distances = parse_value_list("--distances", given.distances, {0, 1});
  const PerceptronInstance instance = load_instance(given.source, session);
  describe_instance(instance, session.output.result);
  const LoadedSolution at = load_solution(given.solution, instance, session);
  session.output.line("around {}: {} {} in {} patterns of {} synapses", at.origin, at.errors,
                      at.errors == 1 ? "error" : "errors", instance.patterns(), instance.n());

  PatternProducts patterns(instance.x, session.threads(), 2);
  TiltedAmp<PatternProducts> estimator(
      patterns, instance, {.tolerance = kTolerance, .max_iterations = 3000, .threads = session.threads()});
  Stream stream(session.seed(), purpose("entropy"));
  RunControl control = session.control();
  const auto points = local_entropy(estimator, at.weights, distances, stream, control);
  const BetheEntropy all = bethe_entropy(estimator, stream, control);
  describe_entropy(all, points, session);
  return session.finish(control.stop_reason());
}

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
  command.add_text("--distances", flags->distances,
                   "distances d from the weights, as values with commas or FIRST:LAST:COUNT");
}

}  // namespace

void add_entropy(Command& root) {
  Command group = root.add_group("entropy", "how many solutions lie at each distance from one");
  add_entropy_perceptron(group);
}

}  // namespace bitbasin
