// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "bitbasin/base/device_choice.h"
#include "bitbasin/base/options.h"
#include "bitbasin/json/json.h"
#include "bitbasin/solve/algorithm.h"
#include "bitbasin/solve/verified.h"

namespace bitbasin {

// A count of a solver's result by the key that it has in JSON.
struct ResultCount {
  std::string_view key;
  std::uint64_t SolveResult::*count;
};

// What tasks, commands and bindings must know about a problem: its types, its names and its keys. They are
// written once, for any problem with such a description; perceptron_problem.h and ksat_problem.h are
// examples.
//
// Optional is a solution that an instance may have been made from, such as the weights of a teacher:
//   kPlanted                    its name
//   check_planted(random)       fails if there is none
//   planted(instance)           a pointer to it, or null
// also
//   describe_result(result, keys)  more keys of what a solver found; stored results of solvers that cannot
//                                  prove anything do not have them
//   kEntropyAlgorithm              the default solver for what entropies are measured around
//   kTaskAlgorithm                 the default solver of tasks in sweeps, where it is another
//   level_options()                where clusters are counted too (sat/messages/complexity.h)
//   kOnGpu                         where some of its solvers can run on a GPU
template <class P>
concept DescribedProblem = CheckedProblem<typename P::Instance> &&
    requires(const typename P::Instance& instance, const typename P::Random& random,
             const BitVector& configuration, Json& keys) {
  { P::kName } -> std::convertible_to<std::string_view>;        // as in `solve perceptron`
  { P::kGoal } -> std::convertible_to<std::string_view>;        // what a solver looks for
  { P::kBudget } -> std::convertible_to<std::string_view>;      // what a budget limits
  { P::kAlgorithm } -> std::convertible_to<std::string_view>;   // the default solver
  { P::kViolations } -> std::convertible_to<std::string_view>;  // the key of their number
  { P::kCounts[0] } -> std::convertible_to<ResultCount>;        // in the order of the keys
  { P::kEntropyTolerance } -> std::convertible_to<double>;
  { P::random_options() } -> std::same_as<const OptionTable<typename P::Random>&>;
  constraints_of(random);  // fails if the random instance is not fully defined
  { generate(random, std::uint64_t{}, int{}) } -> std::same_as<typename P::Instance>;
  P::describe(instance, keys);                               // sets the keys of an instance
  P::describe_configuration(instance, configuration, keys);  // and those of an answer, if there are any
};

// The options of random instances that were added after results had been stored (make_kind), if the problem
// names any by kAddedLater.
template <class P>
std::span<const std::string_view> added_later() {
  if constexpr (requires { P::kAddedLater; }) return P::kAddedLater;
  return {};
}

// The default solver for what entropies are measured around, and what walks start from.
template <class P>
constexpr std::string_view entropy_algorithm() {
  if constexpr (requires { P::kEntropyAlgorithm; }) return P::kEntropyAlgorithm;
  return P::kAlgorithm;
}

// The default solver of tasks in sweeps. Another one would give a task that names none another identity.
template <class P>
constexpr std::string_view task_algorithm() {
  if constexpr (requires { P::kTaskAlgorithm; }) return P::kTaskAlgorithm;
  return P::kAlgorithm;
}

// Whether some solver can run on a GPU, which a problem says by kOnGpu.
template <class P>
constexpr bool runs_on_gpu() {
  return requires {
    P::kOnGpu;
  };
}

// What its solvers take, with the device of those that have a choice.
template <class P>
SolveSetup solve_setup(std::uint64_t seed, int threads, const DeviceOptions& device) {
  SolveSetup setup{seed, threads};
  if constexpr (runs_on_gpu<P>()) setup.device = device.device;
  return setup;
}

// The revision of the tasks that solve or measure a problem: 1, unless the problem names another by kRevision
// because its methods have come to give other results.
template <class P>
constexpr int revision_of() {
  if constexpr (requires { P::kRevision; }) return P::kRevision;
  return 1;
}

template <class P>
void describe_result(const VerifiedResult& result, Json& keys) {
  if constexpr (requires { P::describe_result(result, keys); }) P::describe_result(result, keys);
}

// The keys of `solve`, without those that are times.
template <DescribedProblem P>
Json solve_keys(const typename P::Instance& instance, const Solver<typename P::Instance>& solver,
                const VerifiedResult& result, std::uint64_t work) {
  Json keys = Json::object();
  keys["algorithm"] = solver.name;
  keys["spec"] = solver.canonical;
  P::describe(instance, keys);
  keys["solved"] = result.solved();
  keys[P::kViolations] = result.violations;
  keys["verified"] = result.verified();
  if (!result.found.found_by.empty()) keys["found_by"] = result.found.found_by;
  for (const ResultCount& c : P::kCounts) keys[c.key] = result.found.*c.count;
  keys["work"] = work;
  P::describe_configuration(instance, result.found.configuration, keys);
  return keys;
}

}  // namespace bitbasin
