// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "bitbasin/base/spec.h"
#include "bitbasin/cmd/algorithm_help.h"
#include "bitbasin/cmd/perceptron_source.h"
#include "bitbasin/data/weights.h"
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/task/solve_perceptron.h"
#include "bitbasin/terminal/output_files.h"

namespace bitbasin {
namespace {

struct SolveFlags {
  std::uint64_t budget = 0;
};

const OptionTable<SolveFlags>& solve_flag_table() {
  static const OptionTable<SolveFlags> table{
      option("budget", &SolveFlags::budget, {}, "pattern presentations after which to stop, 0 for no limit"),
  };
  return table;
}

struct SolvePerceptron {
  PerceptronSource source;
  SolveFlags limits;
  std::string algorithm = "rbp";
  std::string save;
};

ExitCode solve_perceptron_command(const SolvePerceptron& flags, Session& session) {
  const Spec spec = parse_spec(flags.algorithm);
  perceptron_algorithm(spec.name).canonical(spec);  // fails before any work is done
  const PerceptronInstance instance = load_instance(flags.source, session);

  RunControl control = session.control(flags.limits.budget);
  const PerceptronAnswer answer =
      solve_perceptron(instance, spec, {session.seed(), session.threads()}, control);
  if (!flags.save.empty()) {
    RunControl writing;  // the best weights so far are worth keeping, also after an interrupt
    OutputFiles files(writing);
    format_weights(files.open(flags.save), answer.found.weights, names_npy(flags.save));
    files.commit();
  }
  Json& result = session.output.result;
  result = answer.keys;
  result["seconds"] = answer.seconds;
  if (!flags.save.empty()) result["file"] = flags.save;
  session.output.line(
      "{}: {} {} in {} patterns of {} synapses (alpha {:.4f}) after {} iterations, {} restarts, {:.2f} s",
      answer.errors == 0 ? "solved" : "not solved", answer.errors, answer.errors == 1 ? "error" : "errors",
      instance.patterns(), instance.n(), instance.alpha(), answer.found.iterations, answer.found.restarts,
      answer.seconds);
  report_generalization(instance, answer.found.weights, session);
  const ExitCode code = session.finish(control.stop_reason());
  if (code == kInterrupted) return code;
  return answer.errors == 0 ? kDone : kNotSolved;
}

void add_solve_perceptron(Command& group) {
  const auto flags = std::make_shared<SolvePerceptron>();
  Command command = group.add_command(
      "perceptron", "find weights that classify every pattern; exit code 0 if solved, else 1",
      {"bitbasin solve perceptron --n 1001 --alpha 0.7",
       "bitbasin solve perceptron --algorithm rbp:margin=0,rate=0.001 --n 1001 --alpha 0.6 --save "
       "weights.txt",
       "bitbasin check perceptron --n 1001 --alpha 0.6 --weights weights.txt",
       "bitbasin solve perceptron --n 1001 --alpha 2.0 --task teacher --json"},
      [flags](Session& session) { return solve_perceptron_command(*flags, session); });
  command.add_text("--algorithm", flags->algorithm, algorithm_help(perceptron_algorithms()));
  add_perceptron_source(command, flags->source);
  command.add_options(solve_flag_table(), flags->limits);
  command.add_output_file("--save", flags->save, "where to write the weights, text or NPY by its name");
}

}  // namespace

void add_solve(Command& root) {
  Command group = root.add_group("solve", "find a configuration that violates no constraint");
  add_solve_perceptron(group);
  add_solve_ksat(group);
}

}  // namespace bitbasin
