// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/stream_keys.h"
#include "bitbasin/task/task_kind.h"

namespace bitbasin {
namespace {

void complete_learn(StreamParameters& parameters) {
  most_patterns(parameters);
  parameters.algorithm = read_stream_learner(parameters.algorithm).canonical;
}

std::string learn_algorithm(const StreamParameters& parameters) {
  return read_stream_learner(parameters.algorithm).shortest;
}

struct LearnParameters {
  StreamParameters stream{.alpha = 100};
  std::uint64_t seed = 1;
};

const OptionTable<LearnParameters>& learn_parameters() {
  static const OptionTable<LearnParameters> table([] {
    std::vector<Option<LearnParameters>> all;
    append_options(all, stream_options(), &LearnParameters::stream);
    all.push_back(
        option("seed", &LearnParameters::seed, {0, kLargestSeed}, "of teacher, patterns and learner"));
    return all;
  }());
  return table;
}

}  // namespace

TaskKind learn_perceptron_kind() {
  return make_kind<LearnParameters>(
      "learn perceptron", "learn a teacher from a stream of patterns, each seen once", 1, learn_parameters(),
      [](LearnParameters& parameters) { complete_learn(parameters.stream); },
      [](const LearnParameters& parameters) { return learn_algorithm(parameters.stream); },
      [](const LearnParameters& parameters, RunControl& control) {
        return learn_keys(parameters.stream, parameters.seed, control).keys;
      });
}

}  // namespace bitbasin
