// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bitbasin/base/counted.h"
#include "bitbasin/cmd/committee_cli.h"
#include "bitbasin/cmd/perceptron_cli.h"
#include "bitbasin/perceptron/search/solution_walk.h"
#include "bitbasin/task/walk_keys.h"

namespace bitbasin {
namespace {

// `walk X`, for problems whose solutions can be walked over. Besides what the source and the starting point
// need, it uses walk_has_error(instance) of a Cli.
template <class Cli>
struct WalkCommand {
  ProblemSource<Cli> source;
  StartingPointFlags<Cli> start;
  WalkOptions options;
};

template <class Cli>
ExitCode run_walk(const WalkCommand<Cli>& given, Session& session) {
  const auto solver = given.start.read();
  const auto instance = given.source.load(session);
  Json& result = session.output.result;
  Cli::Problem::describe(instance, result);
  const StartingPoint start =
      given.start.load(solver, instance, {session.seed(), session.threads()}, session);
  if (start.violations > 0) {
    session.output.line("not walked: {} has {}, and a walk starts from a solution", start.origin,
                        counted(start.violations, "error"));
    result["points"] = Json::array();
    return finish_search(start.stopped, false, session);
  }

  RunControl control = session.control();
  Json points = Json::array();
  session.output.line("{:>12}  {:>9}  {:>8}{}", "proposals", "distance", "density",
                      Cli::walk_has_error(instance) ? "  gen. error" : "");
  const auto on_point = [&](const WalkPoint& at, std::optional<double> test_error) {
    session.output.line("{:12}  {:9.5f}  {:8.5f}{}", at.proposals, at.distance, at.density,
                        test_error ? fmt::format("  {:10.5f}", *test_error) : "");
    points.push_back(to_json(at, test_error));
  };
  // The slow checker confirms that the end is also a solution.
  const std::size_t end_errors = walk_solutions(instance, start.configuration, given.options,
                                                {session.seed(), session.threads()}, control, on_point);
  result["points"] = std::move(points);
  result["end_errors"] = end_errors;
  return session.finish(control.stop_reason());
}

template <class Cli>
void add_walk_command(Command& group, const char* meaning, std::initializer_list<std::string_view> examples) {
  const auto flags = std::make_shared<WalkCommand<Cli>>();
  Command command = group.add_command(std::string(Cli::Problem::kName), meaning, examples,
                                      [flags](Session& session) { return run_walk(*flags, session); });
  flags->source.add_flags(command);
  flags->start.add(command);
  command.add_options(walk_option_table(), flags->options);
}

}  // namespace

void add_walk(Command& root) {
  Command group = root.add_group("walk", "walk randomly from solution to solution, and report what changes");
  add_walk_command<PerceptronCli>(
      group, "density of allowed flips and generalisation error against the distance from a solution",
      {"bitbasin walk perceptron --n 1001 --alpha 0.3",
       "bitbasin walk perceptron --n 1001 --alpha 0.5 --task teacher --algorithm sbpi --points 10 --json",
       "bitbasin solve perceptron --n 501 --alpha 0.4 --save weights.txt",
       "bitbasin walk perceptron --n 501 --alpha 0.4 --solution weights.txt --sweeps 20"});
  add_walk_command<CommitteeCli>(group, "density of allowed flips against the distance from a solution",
                                 {"bitbasin walk committee --units 3 --n 101 --alpha 0.4 --sweeps 5"});
  add_walk_network(group);
}

}  // namespace bitbasin
