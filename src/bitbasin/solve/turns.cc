// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/solve/turns.h"

#include <algorithm>
#include <utility>

namespace bitbasin {

Turns::Turns(std::vector<Participant> participants, SolveResult& result, RunControl& control)
    : result_(result), control_(control) {
  for (Participant& participant : participants) {
    if (participant.share > 0) states_.push_back({std::move(participant)});
  }
}

double Turns::next_debt() const {
  double least = kNoMoreTurns;
  for (const State& state : states_) least = std::min(least, state.debt());
  return least;
}

bool Turns::play(double debt) {
  while (!result_.solved() && control_.stop_reason() == StopReason::none) {
    if (next_debt() >= debt) return true;
    take_turn(*std::ranges::min_element(states_, {}, &State::debt));
  }
  return false;
}

void Turns::take_turn(State& state) {
  const Turn turn = state.participant.work(state.turns++);
  state.spent += turn.spent;
  state.participant.next = turn.next;
  const SolveResult& found = turn.found;
  result_.offer(found.configuration, found.violations);
  result_.iterations += found.iterations;
  result_.flips += found.flips;
  result_.messages += found.messages;
  result_.restarts = turns_++;
  if (found.solved()) result_.found_by = state.participant.name;
}

}  // namespace bitbasin
