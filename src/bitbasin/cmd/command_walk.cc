// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/command_walk.h"

#include <memory>
#include <string>

#include "bitbasin/cmd/command_walk_network.h"
#include "bitbasin/cmd/perceptron_solution.h"
#include "bitbasin/cmd/perceptron_source.h"
#include "bitbasin/cmd/walk_flags.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/stabilities.h"
#include "bitbasin/search/walk.h"

namespace bitbasin {
namespace {

struct WalkPerceptron {
  PerceptronSource source;
  PerceptronSolution solution;
  WalkFlags flags;
};

struct SolutionWalk {
  Stabilities& state;

  std::size_t variables() const { return state.n(); }
  const BitVector& configuration() const { return state.weights(); }
  bool allows(std::size_t i) const { return state.breaks_none(i); }
  void flip(std::size_t i) { state.flip(i); }
};

ExitCode walk_perceptron(const WalkPerceptron& given, Session& session) {
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

  Stabilities state(instance, start.weights, session.threads());
  SolutionWalk problem{state};
  const auto times = walk_times(instance.n(), given.flags.sweeps, given.flags.points);
  Stream stream(session.seed(), purpose("walk"));
  RunControl control = session.control();
  Json points = Json::array();
  session.output.line("{:>12}  {:>9}  {:>8}{}", "proposals", "distance", "density",
                      instance.teacher ? "  gen. error" : "");
  walk(problem, times, stream, control, [&](const WalkPoint& at) {
    Json point = {{"proposals", at.proposals}, {"distance", at.distance}, {"density", at.density}};
    std::string error;
    if (instance.teacher) {
      const double e = generalization_error(overlap(*instance.teacher, state.weights()));
      point["test_error"] = e;
      error = fmt::format("  {:10.5f}", e);
    }
    session.output.line("{:12}  {:9.5f}  {:8.5f}{}", at.proposals, at.distance, at.density, error);
    points.push_back(std::move(point));
  });
  result["points"] = std::move(points);
  // The end is a solution too, and the slow checker says so.
  result["end_errors"] = check_weights(instance, state.weights());
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
      [flags](Session& session) { return walk_perceptron(*flags, session); });
  add_perceptron_source(command, flags->source);
  add_perceptron_solution(command, flags->solution);
  command.add_options(walk_flag_table(), flags->flags);
  add_walk_network(group);
}

}  // namespace bitbasin
