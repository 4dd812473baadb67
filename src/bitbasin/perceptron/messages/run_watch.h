// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/rng/uniform.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Small random fields for a run to start from: they only break the symmetry.
inline std::vector<double> random_fields(std::size_t n, std::uint64_t seed, std::uint64_t run,
                                         double size = 0.01) {
  Stream stream(seed, purpose("rbp.start"), run);
  std::vector<double> theta(n);
  for (double& field : theta) field = size * (2 * uniform01(stream) - 1);
  return theta;
}

// The fields that a run starts from: those that were asked for, or random ones.
inline std::vector<double> starting_fields(std::size_t n, const SolveSetup& setup, std::uint64_t run,
                                           double size) {
  if (run > 0 || setup.fields.empty()) return random_fields(n, setup.seed, run, size);
  if (setup.fields.size() != n) {
    fail("expected {} fields to start from, one for each weight, got {}", n, setup.fields.size());
  }
  return setup.fields;
}

inline void take_signs(std::span<const double> theta, BitVector& w) {
  for (std::size_t first = 0; first < theta.size(); first += kWordBits) {
    const std::size_t count = std::min(kWordBits, theta.size() - first);
    std::uint64_t word = 0;
    for (std::size_t j = 0; j < count; ++j) word |= std::uint64_t{theta[first + j] >= 0} << j;
    w.words()[first / kWordBits] = word;
  }
}

// Looks at the signs of the fields after each iteration of message passing, and improves `best`. Watched are
// patterns, for fields that the run tells, or an engine that keeps the fields itself
// (reinforced_iteration.h).
template <class Watched>
class RunWatch {
 public:
  enum class Verdict { going, solved, lost };

  RunWatch(Watched& watched, const SolveSetup& setup, SolveResult& best)
      : watched_(watched), setup_(setup), best_(best), w_(kTold ? watched.n() : 0) {}

  // A run begins. It will take about so many iterations, for the progress line only.
  void start(std::uint64_t planned) {
    planned_ = best_.iterations + planned;
    seen_ = 0;
    polarised_ = false;
  }

  Verdict look(std::span<const double> theta, RunControl& control) requires PatternOperator<Watched> {
    take_signs(theta, w_);
    return look(control);
  }

  Verdict look(RunControl& control) {
    ++best_.iterations;
    if (violates_none()) {
      best_.offer(signs(), 0);
      return Verdict::solved;
    }
    if (seen_++ % kCountEvery != 0) return Verdict::going;
    const std::size_t errors = count_and_offer();
    control.report(
        {"solving", best_.iterations, std::max(planned_, best_.iterations), static_cast<double>(errors)});
    const auto p = static_cast<double>(watched_.patterns());
    polarised_ = polarised_ || static_cast<double>(errors) < kPolarised * p;
    return polarised_ && static_cast<double>(errors) > kLost * p ? Verdict::lost : Verdict::going;
  }

  // Tells of the iteration that was looked at last, where somebody traces the run; `point` makes what the
  // run knows about it.
  template <class Point>
  void trace(Point point) const {
    if (!setup_.on_iteration) return;
    TracePoint told = point();
    told.iteration = best_.iterations;
    told.restart = best_.restarts;
    told.errors = count_errors();
    told.configuration = &signs();
    setup_.on_iteration(told);
  }

  // Counts the errors of what was seen last, at the end of a run that is not solved.
  std::size_t count_and_offer() {
    const std::size_t errors = count_errors();
    if (errors < best_.violations) best_.offer(signs(), errors);  // an engine may have to fetch them
    return errors;
  }

 private:
  // Iterations between counts of the errors: a count costs a sixth of an iteration.
  static constexpr std::uint64_t kCountEvery = 8;

  // A run that had fewer errors than the first fraction and then has more than the second is lost: the fields
  // of polarised synapses turn against each other and never settle again. A run that stays at a few errors is
  // not lost: at alpha = 0.3 the last error often vanishes only at r = 0.8.
  static constexpr double kPolarised = 0.01;
  static constexpr double kLost = 0.12;

  static constexpr bool kTold = PatternOperator<Watched>;  // whether the run tells the fields

  bool violates_none() const {
    if constexpr (kTold)
      return watched_.violates_none(w_);
    else
      return watched_.violates_none();
  }
  std::size_t count_errors() const {
    if constexpr (kTold)
      return watched_.count_errors(w_);
    else
      return watched_.count_errors();
  }
  const BitVector& signs() const {
    if constexpr (kTold)
      return w_;
    else
      return watched_.signs();
  }

  Watched& watched_;
  const SolveSetup& setup_;
  SolveResult& best_;
  BitVector w_;
  std::uint64_t planned_ = 0;  // iterations of all runs
  std::uint64_t seen_ = 0;     // of this one
  bool polarised_ = false;
};

}  // namespace bitbasin
