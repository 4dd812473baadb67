// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/perceptron_source.h"

#include "bitbasin/base/error.h"
#include "bitbasin/perceptron/pattern_file.h"
#include "bitbasin/task/solve_perceptron.h"

namespace bitbasin {

void add_perceptron_source(Command& command, PerceptronSource& source) {
  command.add_file("--input", source.input, "pattern file, text or NPY, plain or gzip");
  command.add_file("--labels", source.labels, "labels of an NPY pattern file");
  command.add_options(perceptron_flag_table(), source.random);
  source.random_given = [command] {
    return command.given("--n") || command.given("--alpha") || command.given("--patterns") ||
           command.given("--task");
  };
}

PerceptronInstance load_instance(const PerceptronSource& source, const Session& session) {
  const bool random = source.random_given();
  if (source.input.empty() && !source.labels.empty()) {
    fail("expected --input with --labels but only --labels is given");
  }
  if (!source.input.empty() && random) {
    fail("expected either --input or a random instance by --n and --alpha but both are given");
  }
  if (source.input.empty() && !random) {
    fail("expected --input or a random instance by --n and --alpha but neither is given");
  }
  return random ? generate_instance(source.random, session.seed(), session.threads())
                : read_instance(source.input, source.labels);
}

void report_generalization(const PerceptronInstance& instance, const BitVector& weights, Session& session) {
  if (!instance.teacher) return;
  Json& result = session.output.result;
  describe_generalization(instance, weights, result);
  session.output.line("overlap with the teacher {:.4f}, generalization error {:.4f}",
                      result["teacher_overlap"].get<double>(), result["generalization_error"].get<double>());
}

}  // namespace bitbasin
