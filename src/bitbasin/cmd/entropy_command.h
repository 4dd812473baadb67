// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <memory>
#include <string>

#include "bitbasin/base/value_list.h"
#include "bitbasin/cmd/entropy_output.h"
#include "bitbasin/cmd/instance_ranks.h"
#include "bitbasin/cmd/problem_source.h"
#include "bitbasin/cmd/starting_point.h"

namespace bitbasin {

// `entropy X`, for any problem. Besides what the source and the starting point need, it uses of a Cli
//   kEntropyHelp, kDistancesHelp          for the help
//   tell_start(instance, start, session)  says in a sentence around what the entropy is measured
//   Problem::level_options()              if clusters of solutions can be counted too
//   kFocusingHelp                         what --focusing says in the help; only if there are such messages
template <class Cli>
struct EntropyCommand {
  ProblemSource<Cli> source;
  StartingPointFlags<Cli> start;
  std::string distances{kDefaultDistances};
  EntropyOptions options{.tolerance = Cli::Problem::kEntropyTolerance};
  EntropyLevelOptions level;
  std::string focusing;
  DeviceOptions device;
};

// Replicas around a reference that they choose themselves, in place of a configuration.
template <class Cli>
ExitCode run_focusing(const EntropyCommand<Cli>& flags, const SolveSetup& setup, Session& session) {
  const auto points = parse_focusing_points("--focusing", flags.focusing);
  if (flags.start.given()) {
    fail("expected no configuration to measure around with --focusing, got one");
  }
  const auto instance = flags.source.load(session);
  Cli::Problem::describe(instance, session.output.result);
  RunControl control = session.control();
  const auto measured = measure_focusing(instance, points, flags.options, setup, control);
  report_focusing(measured, session);
  return session.finish(control.stop_reason());
}

// Clusters of solutions, around no configuration.
template <class Cli>
ExitCode run_surveys(const EntropyCommand<Cli>& flags, const SolveSetup& setup, Session& session) {
  if (flags.start.given()) {
    fail("expected no configuration to measure around with --level surveys, got one");
  }
  const auto instance = flags.source.load(session);
  check_has_entropy(instance);
  Cli::Problem::describe(instance, session.output.result);
  RunControl control = session.control();
  report_surveys(measure_surveys(instance, flags.options, setup, control), session);
  return session.finish(control.stop_reason());
}

template <class Cli>
ExitCode measure(const EntropyCommand<Cli>& flags, const SolveSetup& setup, Session& session) {
  using P = typename Cli::Problem;
  if constexpr (requires { Cli::kFocusingHelp; }) {
    if (!flags.focusing.empty()) return run_focusing(flags, setup, session);
  }
  if constexpr (requires { P::level_options(); }) {
    if (flags.level.level == EntropyLevel::surveys) return run_surveys(flags, setup, session);
  }
  const auto distances = parse_value_list("--distances", flags.distances, {0, 1});
  const auto solver = flags.start.read();
  const auto instance = flags.source.load(session);
  if constexpr (requires { check_has_entropy(instance); }) check_has_entropy(instance);
  P::describe(instance, session.output.result);
  const StartingPoint start = flags.start.load(solver, instance, setup, session);
  Cli::tell_start(instance, start, session);

  RunControl control = session.control();
  report_entropy(measure_entropy(instance, start.configuration, distances, flags.options, setup, control),
                 session);
  return finish_search(control.stop_reason(), start.violations == 0, session);
}

template <class Cli>
ExitCode run_entropy(const EntropyCommand<Cli>& flags, Session& session) {
  InstanceRanks<Cli> ranks(flags.source, flags.device, session);
  if (ranks.served()) return kDone;
  SolveSetup setup = solve_setup<typename Cli::Problem>(session.seed(), ranks.free_threads(), flags.device);
  setup.ranks = ranks.calls();
  const ExitCode code = measure(flags, setup, session);
  ranks.finish();
  return code;
}

template <class Cli>
void add_entropy_command(Command& group, std::initializer_list<std::string_view> examples) {
  const auto flags = std::make_shared<EntropyCommand<Cli>>();
  Command command = group.add_command(std::string(Cli::Problem::kName), Cli::kEntropyHelp, examples,
                                      [flags](Session& session) { return run_entropy(*flags, session); });
  flags->source.add_flags(command);
  flags->start.add(command);
  command.add_options(entropy_options(), flags->options);
  if constexpr (runs_on_gpu<typename Cli::Problem>()) command.add_options(device_options(), flags->device);
  command.add_text("--distances", flags->distances, Cli::kDistancesHelp);
  if constexpr (requires { Cli::Problem::level_options(); }) {
    command.add_options(Cli::Problem::level_options(), flags->level);
  }
  if constexpr (requires { Cli::kFocusingHelp; }) {
    command.add_text("--focusing", flags->focusing, Cli::kFocusingHelp);
  }
}

}  // namespace bitbasin
