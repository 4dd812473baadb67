// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

namespace bitbasin {

// How ranks know that the others are alive: each sends a message now and then, and a rank that is silent for
// longer than Transport::patience counts as dead.

constexpr double kPollSeconds = 5e-4;  // how often a rank looks for messages
constexpr double kSignsOfLife = 10;    // signs sent within the time of patience
// Rank 0 is silent for longer than the others: it waits for a locked store, or works alone.
constexpr double kPatienceWithMaster = 10;  // times that of the transport

// The seconds in which this process was running: if the whole machine was suspended, no signs were missed.
class AwakeTime {
 public:
  // `now` is from any clock; call this often.
  void count(double now) {
    constexpr double kLongestTurn = 1;
    seconds_ += std::clamp(now - last_, 0.0, kLongestTurn);
    last_ = now;
  }
  double seconds() const { return seconds_; }

 private:
  double last_ = 0;
  double seconds_ = 0;
};

}  // namespace bitbasin
