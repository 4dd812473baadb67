// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/online/stream_learner.h"

namespace bitbasin {

// Online learning of a teacher from an endless stream of random patterns, each of them seen once. Pattern r
// is that of teacher_instance with the same seed; only the current one exists, so memory is O(N).

// How far the student is after a number of patterns. For random patterns the generalisation error follows
// from the overlap (math/generalization_error.h).
struct StreamPoint {
  std::uint64_t patterns = 0;
  std::uint64_t learnt = 0;  // presentations that changed W
  double overlap = 0;        // R = W_T . W / N
};
using OnStreamPoint = std::function<void(const StreamPoint&)>;

struct StreamResult {
  BitVector weights, teacher;
  // After 1/8, and then 2^(1/4) times as many patterns per synapse each time, and at the end.
  std::vector<StreamPoint> points;

  const StreamPoint& last() const { return points.back(); }
  bool found() const { return weights == teacher; }
};

// Learns until W is the teacher, `most` patterns were seen (0: no limit), or the control stops it. N is odd.
// One unit of work is one pattern. The listener is told of each point.
StreamResult learn_stream(std::size_t n, const StreamLearner& learner, std::uint64_t most, std::uint64_t seed,
                          RunControl& control, const OnStreamPoint& on_point = {});

}  // namespace bitbasin
