// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/learn_stream.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bitbasin/bits/dot.h"
#include "bitbasin/math/generalization_error.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/online/learning_synapses.h"

namespace bitbasin {
namespace {

// Where the points of a curve are.
class PointTimes {
 public:
  explicit PointTimes(std::size_t n) : n_(static_cast<double>(n)) { advance(0); }

  bool reached(std::uint64_t patterns) const { return patterns >= next_; }
  // To the first point after so many patterns.
  void advance(std::uint64_t patterns) {
    constexpr double kQuarters[] = {1, 1.189207115002721, 1.4142135623730951, 1.681792830507429};  // 2^(k/4)
    for (; next_ <= patterns; ++k_)
      next_ = static_cast<std::uint64_t>(std::llround(n_ * std::ldexp(kQuarters[k_ % 4], k_ / 4 - 3)));
  }

 private:
  double n_;
  int k_ = 0;
  std::uint64_t next_ = 0;
};

// Pattern r times the label that the teacher gives it.
void make_labelled(const PatternRecipe& recipe, std::size_t r, const BitVector& teacher, BitVector& x) {
  make_pattern(recipe, r, x.words());
  if (dot(x, teacher) < 0) negate(x.words(), x.size());
}

}  // namespace

StreamResult learn_stream(std::size_t n, const StreamLearner& learner, std::uint64_t most, std::uint64_t seed,
                          RunControl& control, const OnStreamPoint& on_point) {
  const StreamPlan plan = learner.plan(n);
  const LearningRule& rule = plan.rule;
  const PatternRecipe recipe{n, 0, seed};
  StreamResult result{{}, *teacher_instance(n, 0, seed).teacher, {}};
  LearningSynapses synapses(n, plan.bound, plan.noise, seed, 0);
  StreamPoint now;
  const auto measure = [&] {
    if (!result.points.empty() && result.last().patterns == now.patterns) return;
    now.overlap = overlap(result.teacher, synapses.w());
    result.points.push_back(now);
    if (on_point) on_point(now);
  };
  const auto is_teacher = [&] { return synapses.w() == result.teacher; };
  const std::uint64_t end = most == 0 ? std::numeric_limits<std::uint64_t>::max() : most;
  const bool reinforces = rule.background > 0;
  std::uint64_t to_mask = reinforces ? synapses.presentations_to_mask(rule.background) : 0;
  PointTimes times(n);
  BitVector x(n);
  bool found = is_teacher();
  while (!found && now.patterns < end && control.spend(1)) {
    make_labelled(recipe, now.patterns, result.teacher, x);
    const std::span<const std::uint64_t> shown =
        synapses.sees_noise() ? synapses.seen(x.words()).row(0) : x.words();
    const auto differ = static_cast<std::int32_t>(hamming(shown, synapses.w().words()));
    if (synapses.present(shown, static_cast<std::int32_t>(n) - 2 * differ, rule)) {
      ++now.learnt;
      found = is_teacher();
    }
    if (reinforces && to_mask-- == 0) {
      synapses.reinforce_some();
      to_mask = synapses.presentations_to_mask(rule.background);
    }
    ++now.patterns;
    if (now.patterns % n == 0 && !found) {  // an epoch, as far as noise knows one
      synapses.forget();
      found = is_teacher();
      control.report({"learning", now.patterns, most, generalization_error(now.overlap)});
    }
    if (times.reached(now.patterns)) {
      measure();
      times.advance(now.patterns);
    }
  }
  measure();
  result.weights = synapses.w();
  return result;
}

}  // namespace bitbasin
