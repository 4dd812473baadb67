// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/task/problem.h"
#include "bitbasin/terminal/command.h"

namespace bitbasin {

// What the commands read and print about a problem is a Cli, such as PerceptronCli or KsatCli. Each template
// in this folder says which of its members it uses.

// Where a command gets its instance from: a file, or flags that define a random one. It uses of a Cli
//   Problem              the description in task/
//   Files                the flags that name files: add(command), given(), read(random)
//   needs_random(flag)   whether a flag only concerns random instances
//   kFileFlag, kRandom   for sentences: "--cnf", "a random formula by --n, --k and --alpha"
template <class Cli>
class ProblemSource {
 public:
  using P = typename Cli::Problem;

  // The source must outlive the command.
  void add_flags(Command& command) {
    files_.add(command);
    command.add_options(P::random_options(), random_);
    random_given_ = [command] {
      return std::ranges::any_of(P::random_options(), [&](const auto& o) {
        return Cli::needs_random(o.name) && command.given("--" + o.name);
      });
    };
  }

  const typename P::Random& random() const { return random_; }

  // Fails if there is no source, or more than one.
  typename P::Instance load(const Session& session) const {
    const bool file = files_.given(), random = random_given_();
    if (file && random) {
      fail("expected either {} or {}, got both", Cli::kFileFlag, Cli::kRandom);
    }
    if (!file && !random) fail("expected {} or {}, got neither", Cli::kFileFlag, Cli::kRandom);
    return file ? files_.read(random_) : generate(random_, session.seed(), session.threads());
  }

 private:
  typename P::Random random_;
  typename Cli::Files files_;
  std::function<bool()> random_given_;
};

// The help of --algorithm in the commands of a problem.
template <class P>
std::string algorithm_help() {
  using Instance = typename P::Instance;
  return "one of " + joined_names(algorithms<Instance>(), &Algorithm<Instance>::name) +
         ", with options as NAME:OPTION=VALUE,...; see bitbasin algorithms";
}

// Prints the errors after some weights were flipped, if the result has them (damage_keys.h).
inline void tell_damage(Session& session) {
  const Json* points = session.output.result.find("damage");
  if (points == nullptr) return;
  for (const Json& point : *points) {
    session.output.line("{} flipped: {:.1f} errors in the mean",
                        counted(point.at("flipped").get<std::uint64_t>(), "weight"),
                        point.at("errors").get<double>());
  }
}

// Ends a command whose exit code says whether a solution was found.
inline ExitCode finish_search(StopReason reason, bool solved, Session& session) {
  const ExitCode code = session.finish(reason);
  if (code == kInterrupted) return code;
  return solved ? kDone : kNotSolved;
}

}  // namespace bitbasin
