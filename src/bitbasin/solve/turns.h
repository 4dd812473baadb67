// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

inline constexpr double kNoMoreTurns = std::numeric_limits<double>::infinity();

// What a turn has found, and about how long it and the next one take, in nanoseconds that are estimated from
// its work and never measured.
struct Turn {
  SolveResult found;
  double spent = 0;
  double next = 0;  // or kNoMoreTurns
};

// A solver that works on a problem in turns.
struct Participant {
  std::string name;
  double share = 0;                                   // of the time, in any unit; 0: it does not take part
  double next = 0;                                    // as in Turn; 0: it begins
  std::function<Turn(std::uint64_t turn)> work = {};  // turn = 0, 1, ...
};

// Solvers that take turns on one problem until one of them solves it. The next turn goes to whoever will have
// had the least of its share after it, so that their times keep the proportions of the shares; among equals,
// to the first in the list. The same seed gives the same turns on every machine.
class Turns {
 public:
  Turns(std::vector<Participant> participants, SolveResult& result, RunControl& control);

  // The least that anyone will have had of its share after its next turn; kNoMoreTurns if nobody is left.
  double next_debt() const;

  // Lets them work until next_debt() is as large as that. False: there is a solution, or the run was stopped.
  bool play(double debt = kNoMoreTurns);

 private:
  struct State {
    Participant participant;
    double spent = 0;
    std::uint64_t turns = 0;

    double debt() const { return (spent + participant.next) / participant.share; }
  };

  void take_turn(State& state);

  std::vector<State> states_;
  SolveResult& result_;
  RunControl& control_;
  std::uint64_t turns_ = 0;  // of all
};

}  // namespace bitbasin
