// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <memory>
#include <string>

#include "bitbasin/cmd/instance_ranks.h"
#include "bitbasin/cmd/problem_source.h"
#include "bitbasin/task/work_budget.h"
#include "bitbasin/terminal/output_files.h"

namespace bitbasin {

// `solve X`, for any problem. Besides what its source needs, it uses of a Cli
//   kSaveHelp                               what --save says in the help
//   RunFiles                                flags for what a run reads or writes besides its answer, as
//                                           message_files.h and proof_file.h have them
//   AnswerFlags                             flags for how the answer is given: add(command), check()
//   save(sink, path, result)                writes the configuration that was found
//   answer(instance, result, flags, session)     says in a sentence what was found
//   exit_code(code, result, flags)          the exit code, given that of other commands
template <class Cli>
struct SolveCommand {
  ProblemSource<Cli> source;
  std::string algorithm{Cli::Problem::kAlgorithm};
  WorkBudget limits;
  DeviceOptions device;
  std::string file;
  typename Cli::RunFiles files;
  typename Cli::AnswerFlags answer;
};

template <class Cli>
ExitCode run_solve(SolveCommand<Cli>& flags, Session& session) {
  using P = typename Cli::Problem;
  InstanceRanks<Cli> ranks(flags.source, flags.device, session);
  if (ranks.served()) return kDone;
  flags.answer.check();
  const auto solver = read_solver<typename P::Instance>(flags.algorithm);  // fails before any work is done
  flags.files.template check<typename P::Instance>(solver.name);
  const auto instance = flags.source.load(session);

  RunControl control = session.control(flags.limits.budget);
  SolveSetup setup = solve_setup<P>(session.seed(), ranks.free_threads(), flags.device);
  setup.ranks = ranks.calls();
  flags.files.open(setup, control);
  const VerifiedResult result = solve_and_check(instance, solver, setup, control);
  ranks.finish();
  flags.files.commit(result.found);
  if (!flags.file.empty()) {
    RunControl writing;  // the best so far is worth keeping, even after an interrupt
    OutputFiles files(writing);
    Cli::save(files.open(flags.file), flags.file, result);
    files.commit();
  }
  Json& keys = session.output.result;
  keys = solve_keys<P>(instance, solver, result, control.spent());
  describe_result<P>(result, keys);
  keys["seconds"] = result.seconds;
  keys["threads"] = ranks.threads();
  if (ranks.calls() != nullptr) keys["ranks"] = ranks.calls()->size();
  if (!flags.file.empty()) keys["file"] = flags.file;
  Cli::answer(instance, result, flags.answer, session);
  const ExitCode code = finish_search(control.stop_reason(), result.solved(), session);
  return Cli::exit_code(code, result, flags.answer);
}

template <class Cli>
void add_solve_command(Command& group, std::initializer_list<std::string_view> examples) {
  using P = typename Cli::Problem;
  const auto flags = std::make_shared<SolveCommand<Cli>>();
  Command command = group.add_command(
      std::string(P::kName), fmt::format("{}; exit code 0 if solved, otherwise 1", P::kGoal), examples,
      [flags](Session& session) { return run_solve(*flags, session); });
  command.add_text("--algorithm", flags->algorithm, algorithm_help<P>());
  flags->source.add_flags(command);
  command.add_options(work_budget_options<P>(), flags->limits);
  if constexpr (runs_on_gpu<P>()) command.add_options(device_options(), flags->device);
  command.add_output_file("--save", flags->file, Cli::kSaveHelp);
  flags->files.add_flags(command);
  flags->answer.add(command);
}

}  // namespace bitbasin
