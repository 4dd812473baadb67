// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/perceptron_source.h"

#include "bitbasin/base/error.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/pattern_file.h"

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
  return random ? generate_instance(source.random, session) : read_instance(source.input, source.labels);
}

void describe_generalization(const PerceptronInstance& instance, const BitVector& weights, Session& session) {
  if (!instance.teacher) return;
  const double r = overlap(*instance.teacher, weights);
  session.output.result["teacher_overlap"] = r;
  session.output.result["generalization_error"] = generalization_error(r);
  session.output.line("overlap with the teacher {:.4f}, generalization error {:.4f}", r,
                      generalization_error(r));
}

}  // namespace bitbasin
