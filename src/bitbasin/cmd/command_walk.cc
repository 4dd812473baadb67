// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <memory>
#include <optional>
#include <string>

#include "bitbasin/cmd/perceptron_solution.h"
#include "bitbasin/cmd/perceptron_source.h"
#include "bitbasin/task/perceptron_walk.h"

namespace bitbasin {
namespace {

struct WalkPerceptron {
  PerceptronSource source;
  PerceptronSolution solution;
  WalkFlags flags;
};

ExitCode run_walk(const WalkPerceptron& given, Session& session) {
  const PerceptronInstance instance = load_instance(given.source, session);
  Json& result = session.output.result;
  describe_instance(instance, result);
  const LoadedSolution start = load_solution(given.solution, instance, session);
  if (start.errors > 0) {
    session.output.line("not walked: {} has {} errors and a walk starts at a solution", start.origin,
                        start.errors);
    result["points"] = Json::array();
    const ExitCode code = session.finish(start.stopped);
    return code == kDone ? kNotSolved : code;
  }

  RunControl control = session.control();
  Json points = Json::array();
  session.output.line("{:>12}  {:>9}  {:>8}{}", "proposals", "distance", "density",
                      instance.teacher ? "  gen. error" : "");
  const auto on_point = [&](const WalkPoint& at, std::optional<double> test_error) {
    Json point = {{"proposals", at.proposals}, {"distance", at.distance}, {"density", at.density}};
    if (test_error) point["test_error"] = *test_error;
    session.output.line("{:12}  {:9.5f}  {:8.5f}{}", at.proposals, at.distance, at.density,
                        test_error ? fmt::format("  {:10.5f}", *test_error) : "");
    points.push_back(std::move(point));
  };
  // The end is a solution too, and the slow checker says so.
  const std::size_t end_errors = walk_perceptron(instance, start.weights, given.flags,
                                                 {session.seed(), session.threads()}, control, on_point);
  result["points"] = std::move(points);
  result["end_errors"] = end_errors;
  return session.finish(control.stop_reason());
}

}  // namespace

void add_walk(Command& root) {
  Command group = root.add_group("walk", "a random walk over solutions, and what changes along it");
  const auto flags = std::make_shared<WalkPerceptron>();
  Command command = group.add_command(
      "perceptron", "density of allowed flips and generalisation error against the distance from a solution",
      {"bitbasin walk perceptron --n 1001 --alpha 0.3",
       "bitbasin walk perceptron --n 1001 --alpha 0.5 --task teacher --algorithm sbpi --points 10 --json",
       "bitbasin solve perceptron --n 501 --alpha 0.4 --save weights.txt",
       "bitbasin walk perceptron --n 501 --alpha 0.4 --solution weights.txt --sweeps 20"},
      [flags](Session& session) { return run_walk(*flags, session); });
  add_perceptron_source(command, flags->source);
  add_perceptron_solution(command, flags->solution);
  command.add_options(walk_flag_table(), flags->flags);
  add_walk_network(group);
}

}  // namespace bitbasin
