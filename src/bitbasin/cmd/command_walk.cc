// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <memory>
#include <optional>
#include <string>

#include "bitbasin/cmd/perceptron_cli.h"
#include "bitbasin/perceptron/search/solution_walk.h"
#include "bitbasin/task/walk_keys.h"

namespace bitbasin {
namespace {

struct WalkPerceptron {
  ProblemSource<PerceptronCli> source;
  StartingPointFlags<PerceptronCli> start;
  WalkOptions options;
};

ExitCode run_walk(const WalkPerceptron& given, Session& session) {
  const auto solver = given.start.read();
  const PerceptronInstance instance = given.source.load(session);
  Json& result = session.output.result;
  PerceptronProblem::describe(instance, result);
  const StartingPoint start = given.start.load(solver, instance, session);
  if (start.violations > 0) {
    session.output.line("not walked: {} has {} errors and a walk starts at a solution", start.origin,
                        start.violations);
    result["points"] = Json::array();
    return finish_search(start.stopped, false, session);
  }

  RunControl control = session.control();
  Json points = Json::array();
  session.output.line("{:>12}  {:>9}  {:>8}{}", "proposals", "distance", "density",
                      instance.teacher ? "  gen. error" : "");
  const auto on_point = [&](const WalkPoint& at, std::optional<double> test_error) {
    session.output.line("{:12}  {:9.5f}  {:8.5f}{}", at.proposals, at.distance, at.density,
                        test_error ? fmt::format("  {:10.5f}", *test_error) : "");
    points.push_back(to_json(at, test_error));
  };
  // The end is a solution too, and the slow checker says so.
  const std::size_t end_errors = walk_solutions(instance, start.configuration, given.options,
                                                {session.seed(), session.threads()}, control, on_point);
  result["points"] = std::move(points);
  result["end_errors"] = end_errors;
  return session.finish(control.stop_reason());
}

}  // namespace

void add_walk(Command& root) {
  Command group = root.add_group("walk", "walk randomly from solution to solution, and report what changes");
  const auto flags = std::make_shared<WalkPerceptron>();
  Command command = group.add_command(
      "perceptron", "density of allowed flips and generalisation error against the distance from a solution",
      {"bitbasin walk perceptron --n 1001 --alpha 0.3",
       "bitbasin walk perceptron --n 1001 --alpha 0.5 --task teacher --algorithm sbpi --points 10 --json",
       "bitbasin solve perceptron --n 501 --alpha 0.4 --save weights.txt",
       "bitbasin walk perceptron --n 501 --alpha 0.4 --solution weights.txt --sweeps 20"},
      [flags](Session& session) { return run_walk(*flags, session); });
  flags->source.add_flags(command);
  flags->start.add(command);
  command.add_options(walk_option_table(), flags->options);
  add_walk_network(group);
}

}  // namespace bitbasin
