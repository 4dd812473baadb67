// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>

#include "bitbasin/cmd/instance_ranks.h"
#include "bitbasin/cmd/online_command.h"
#include "bitbasin/cmd/problem_source.h"
#include "bitbasin/task/damage_keys.h"
#include "bitbasin/task/perceptron_problem.h"
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
  DamageOptions damage;
  std::string file;
  typename Cli::RunFiles files;
  typename Cli::AnswerFlags answer;
  bool online = false;
  std::function<bool(const std::string&)> given;  // whether a flag was on the command line
};

// Whether patterns may also be seen once (online_command.h).
template <class Cli>
constexpr bool learns_online() {
  return std::is_same_v<typename Cli::Problem, PerceptronProblem>;
}

// Fails if there are flags that have no meaning for online learning.
template <class Cli>
OnlineRequest online_request(const SolveCommand<Cli>& flags) {
  for (const char* flag : {"--input", "--labels", "--constraint", "--kappa", "--device", "--damage",
                           "--start", "--save-messages"}) {
    if (flags.given(flag)) fail("{} does not go with --online", flag);
  }
  const RandomPerceptron& random = flags.source.random();
  if (random.task != LabelSource::teacher) fail("expected --task teacher with --online, got classify");
  OnlineRequest request{
      {.n = random.n, .alpha = random.alpha}, flags.limits.budget, flags.files.trace(), flags.file};
  if (random.alpha && random.patterns) fail("expected either --alpha or --patterns, got both");
  if (random.patterns)
    request.stream.alpha = static_cast<double>(*random.patterns) / static_cast<double>(random.n);
  if (flags.given("--algorithm")) request.stream.algorithm = flags.algorithm;
  return request;
}

template <class Cli>
ExitCode run_solve(SolveCommand<Cli>& flags, Session& session) {
  using P = typename Cli::Problem;
  if constexpr (learns_online<Cli>()) {
    if (flags.online) return run_online(online_request(flags), session);
  }
  InstanceRanks<Cli> ranks(flags.source, flags.device, session);
  if (ranks.served()) return kDone;
  flags.answer.check();
  check(flags.damage);
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
  if constexpr (can_be_damaged<P>()) {
    describe_damage(instance, result.found.configuration, flags.damage, session.seed(), ranks.threads(),
                    keys);
  }
  keys["seconds"] = result.seconds;
  keys["threads"] = ranks.threads();
  if (ranks.calls() != nullptr) keys["ranks"] = ranks.calls()->size();
  if (!flags.file.empty()) keys["file"] = flags.file;
  Cli::answer(instance, result, flags.answer, session);
  tell_damage(session);
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
  if constexpr (learns_online<Cli>()) {
    command.add_switch("--online", flags->online,
                       "learn a teacher from an endless stream of patterns, each seen once, by sbpi or cpr; "
                       "--alpha and --patterns limit it, --trace writes its curve");
    flags->given = [command](const std::string& flag) { return command.given(flag); };
  }
  command.add_options(work_budget_options<P>(), flags->limits);
  if constexpr (runs_on_gpu<P>()) command.add_options(device_options(), flags->device);
  if constexpr (can_be_damaged<P>()) command.add_options(damage_options(), flags->damage);
  command.add_output_file("--save", flags->file, Cli::kSaveHelp);
  flags->files.add_flags(command);
  flags->answer.add(command);
}

}  // namespace bitbasin
