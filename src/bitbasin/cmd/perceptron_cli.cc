// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/perceptron_cli.h"

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/data/weights.h"
#include "bitbasin/perceptron/pattern_file.h"

namespace bitbasin {

void PerceptronCli::Files::add(Command& command) {
  command.add_file("--input", input, "pattern file, text or NPY, plain or gzip");
  command.add_file("--labels", labels, "labels of an NPY pattern file");
}

bool PerceptronCli::Files::given() const {
  if (input.empty() && !labels.empty()) {
    fail("--labels needs --input");
  }
  return !input.empty();
}

PerceptronInstance PerceptronCli::Files::read(const RandomPerceptron& random) const {
  return with_constraint(read_instance(input, labels), random.constraint.chosen());
}

std::string PerceptronCli::of_synapses(const PerceptronInstance& instance) {
  const Constraint& c = instance.constraint;
  std::string text = "of " + counted(instance.n(), "synapse");
  if (c.is_plain()) return text;
  const bool symmetric = c.kind == ConstraintKind::symmetric;
  return text + fmt::format(" under {} {} {} sqrt(N) (kappa_eff {:.4f})", symmetric ? "|x . W|" : "x . W",
                            symmetric ? "<=" : ">", c.kappa, kappa_eff(c, instance.n()));
}

void PerceptronCli::save(const ByteSink& sink, const std::string& path, const VerifiedResult& result) {
  format_weights(sink, result.found.configuration, names_npy(path));
}

void PerceptronCli::answer(const PerceptronInstance& instance, const VerifiedResult& result,
                           const AnswerFlags&, Session& session) {
  const std::string& finder = result.found.found_by;
  session.output.line("{}{}{}: {} in {} {} (alpha {:.4f}) after {}, {}, {:.2f} s",
                      result.solved() ? "solved" : "not solved", finder.empty() ? "" : " by ", finder,
                      counted(result.violations, "error"), counted(instance.patterns(), "pattern"),
                      of_synapses(instance), instance.alpha(), counted(result.found.iterations, "iteration"),
                      counted(result.found.restarts, "restart"), result.seconds);
  tell_generalization(session);
}

BitVector PerceptronCli::read_configuration(const std::string& path, const PerceptronInstance& instance) {
  BitVector weights = read_weights(path);
  if (weights.size() != instance.n()) {
    fail("expected {}, one per synapse, but {} has {}", counted(instance.n(), "weight"), path,
         weights.size());
  }
  return weights;
}

void PerceptronCli::describe_start(const StartingPoint& start, Json& keys) {
  keys["solution"] = start.origin;
  keys["errors"] = start.violations;
}

void PerceptronCli::tell_start(const PerceptronInstance& instance, const StartingPoint& start,
                               Session& session) {
  session.output.line("around {}: {} in {} {}", start.origin, counted(start.violations, "error"),
                      counted(instance.patterns(), "pattern"), of_synapses(instance));
}

void PerceptronCli::tell_generalization(Session& session) {
  const Json& result = session.output.result;
  if (!result.contains("teacher_overlap")) return;
  session.output.line("overlap with the teacher {:.4f}, generalisation error {:.4f}",
                      result["teacher_overlap"].get<double>(), result["generalization_error"].get<double>());
}

}  // namespace bitbasin
