// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "bitbasin/cmd/problem_source.h"

namespace bitbasin {

// A configuration that a command starts from.
struct StartingPoint {
  BitVector configuration;
  std::string origin;     // a file's name, that of the planted solution, or a spec
  std::string algorithm;  // and its spec with every option, if a solver found the configuration
  std::string spec;
  std::size_t violations = 0;  // by the slow checker
  StopReason stopped = StopReason::none;
};

// The flags that say where it comes from: a file, the planted solution, or a solver. They use of a Cli
//   kStartFileHelp                      what --solution says in the help
//   kPlantedHelp, kNoPlanted            the flag that asks for a planted solution, and the sentence where
//                                       there is none; only if the problem has such solutions
//   read_configuration(path, instance)  fails if the sizes do not match
//   describe_start(start, keys)         sets the keys of a starting point
template <class Cli>
class StartingPointFlags {
 public:
  using P = typename Cli::Problem;
  using Instance = typename P::Instance;
  static constexpr bool kHasPlanted = requires { P::kPlanted; };

  // The flags must outlive the command.
  void add(Command& command) {
    command.add_file("--solution", file_, Cli::kStartFileHelp);
    if constexpr (kHasPlanted) {
      command.add_switch(fmt::format("--{}", P::kPlanted), planted_, Cli::kPlantedHelp);
    }
    command.add_text("--algorithm", algorithm_,
                     "solver that finds the configuration if none is given: " + algorithm_help<P>());
    algorithm_given_ = [command] { return command.given("--algorithm"); };
  }

  // Whether any of them was given.
  bool given() const { return !file_.empty() || planted_ || algorithm_given_(); }

  // The solver to use, if any: fails on wrong flags before any work is done.
  std::optional<Solver<Instance>> read() const {
    if (!file_.empty() + planted_ + algorithm_given_() > 1) {
      if constexpr (kHasPlanted) {
        fail("expected only one of --solution, --{} and --algorithm, got several", P::kPlanted);
      }
      fail("expected either --solution or --algorithm, got both");
    }
    if (!file_.empty() || planted_) return {};
    return read_solver<Instance>(algorithm_);
  }

  // Adds its keys to the result.
  StartingPoint load(const std::optional<Solver<Instance>>& solver, const Instance& instance,
                     const SolveSetup& setup, Session& session) const {
    StartingPoint start;
    if (solver) {
      RunControl control = session.control();
      VerifiedResult result = solve_and_check(instance, *solver, setup, control);
      start = {std::move(result.found.configuration),
               algorithm_,
               solver->name,
               solver->canonical,
               result.violations,
               control.stop_reason()};
    } else {
      start.origin = planted_ ? planted_name() : file_;
      start.configuration = planted_ ? planted_of(instance) : Cli::read_configuration(file_, instance);
      start.violations = count_violations(instance, start.configuration);
    }
    Cli::describe_start(start, session.output.result);
    return start;
  }

 private:
  static std::string planted_name() {
    if constexpr (kHasPlanted) return std::string(P::kPlanted);
    return "";
  }
  static BitVector planted_of(const Instance& instance) {
    if constexpr (kHasPlanted) {
      if (const BitVector* planted = P::planted(instance)) return *planted;
      fail("{}", Cli::kNoPlanted);
    }
    return {};
  }

  std::string file_;
  bool planted_ = false;
  std::string algorithm_{entropy_algorithm<P>()};
  std::function<bool()> algorithm_given_;
};

}  // namespace bitbasin
