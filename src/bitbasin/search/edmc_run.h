// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bitbasin/math/hyperbolic.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/rng/uniform.h"
#include "bitbasin/search/edmc.h"
#include "bitbasin/search/estimator.h"

// Entropy-driven Monte Carlo over any estimator; edmc.h describes the modes.

namespace bitbasin {
namespace edmc_detail {

// A rise of F that exceeds the rounding of a sum of N terms.
inline constexpr double kRise = 1e-9;

// One run from a random reference to a solution, or to gamma_max.
template <Estimator E, class Mend>
class Run {
 public:
  Run(E& estimator, const EdmcOptions& options, const SolveSetup& setup, EdmcResult& result,
      RunControl& control, Mend& mend)
      : estimator_(estimator),
        options_(options),
        setup_(setup),
        result_(result),
        control_(control),
        mend_(mend) {}

  // True when the energy is zero.
  bool run(double gamma_step) {
    step_ = gamma_step;
    stream_ = Stream(setup_.seed, purpose("edmc.run"), result_.restarts);
    BitVector reference(estimator_.variables());
    Stream(setup_.seed, purpose("edmc.reference"), result_.restarts).fill(reference.words());
    reference.clear_padding();
    estimator_.start(reference, *options_.gamma, stream_);
    averaged_ = false;
    ++result_.levels;
    keep();
    const bool solved = estimator_.energy() == 0 || search();
    result_.gamma = estimator_.gamma();
    return solved;
  }

 private:
  struct Snapshot {
    typename E::State state;
    bool averaged;
    std::vector<double> fields;
    double free_entropy;
  };

  bool search() {
    if (options_.mode == EdmcMode::parallel) return all_at_once();
    settle();
    if (options_.mode == EdmcMode::batch) return by_batches();
    return by_proposals();
  }

  bool running() const { return control_.stop_reason() == StopReason::none; }

  bool by_proposals() {
    const auto n = static_cast<double>(estimator_.variables());
    std::uint64_t at_level = 0;
    if (options_.mode == EdmcMode::plain) free_entropy_ = measure_free_entropy();
    while (estimator_.energy() > 0) {
      const bool stuck = std::isinf(options_.y) && mismatches().empty();
      if (stuck || static_cast<double>(at_level) >= options_.period * n) {
        if (!raise_gamma()) return false;
        at_level = 0;
        continue;
      }
      if (!control_.spend(1)) return false;
      ++at_level;
      ++result_.proposals;
      propose();
      if (!running()) return estimator_.energy() == 0;
      control_.report({"searching", result_.proposals, 0, static_cast<double>(estimator_.energy())});
    }
    return true;
  }

  void propose() {
    if (options_.mode == EdmcMode::heuristic) {
      flip(largest_of_few());
      settle();
      return;
    }
    const std::size_t i = uniform_below(stream_, estimator_.variables());
    if (options_.mode == EdmcMode::plain) {
      propose_plainly(i);
    } else if (accepts(flip_gain(field(i) * estimator_.reference().sign(i), estimator_.gamma()), 0)) {
      flip(i);
      settle();
    }
  }

  void propose_plainly(std::size_t i) {
    const Snapshot before = save();
    flip(i);
    if (estimator_.energy() == 0) return;  // nothing is left to do
    settle();
    const double after = measure_free_entropy();
    if (accepts(after - before.free_entropy, kRise)) {
      free_entropy_ = after;
    } else {
      restore(before);
      --result_.accepted;
    }
  }

  bool accepts(double gain, double threshold) {
    if (gain > threshold) return true;
    return std::isfinite(options_.y) && coin(stream_, portable_exp(options_.y * std::min(gain, 0.0)));
  }

  std::size_t largest_of_few() {
    const IndexSet& set = mismatches();
    std::size_t best = set[uniform_below(stream_, set.size())];
    for (std::int64_t k = 1; k < options_.candidates; ++k) {
      const std::size_t i = set[uniform_below(stream_, set.size())];
      if (std::abs(field(i)) > std::abs(field(best))) best = i;
    }
    return best;
  }

  bool by_batches() {
    const auto n = static_cast<double>(estimator_.variables());
    const std::size_t whole = std::max<std::size_t>(1, static_cast<std::size_t>(options_.batch * n));
    std::size_t batch = whole;
    double at_level = 0;
    free_entropy_ = measure_free_entropy();
    while (estimator_.energy() > 0) {
      if (batch == 0 || mismatches().empty() || at_level >= options_.period * n) {
        if (!raise_gamma()) return false;
        batch = whole;
        at_level = 0;
        continue;
      }
      const Snapshot before = save();
      const std::vector<std::uint32_t> chosen = largest_mismatches(batch);
      result_.proposals += chosen.size();
      at_level += static_cast<double>(chosen.size());
      for (const std::uint32_t i : chosen) flip(i);
      if (estimator_.energy() == 0) return true;
      settle();
      if (!running()) return false;
      const double after = measure_free_entropy();
      if (after > before.free_entropy) {
        free_entropy_ = after;
        batch = std::min(2 * batch, whole);
      } else {
        restore(before);
        result_.accepted -= chosen.size();
        batch = std::min(batch, chosen.size()) / 2;
      }
      control_.report({"searching", result_.proposals, 0, static_cast<double>(estimator_.energy())});
    }
    return true;
  }

  std::vector<std::uint32_t> largest_mismatches(std::size_t count) {
    const auto members = mismatches().members();
    std::vector<std::uint32_t> chosen(members.begin(), members.end());
    count = std::min(count, chosen.size());
    const auto larger = [&](std::uint32_t i, std::uint32_t j) {
      const double a = std::abs(field(i)), b = std::abs(field(j));
      return a != b ? a > b : i < j;
    };
    std::nth_element(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(count - 1), chosen.end(),
                     larger);
    chosen.resize(count);
    return chosen;
  }

  bool all_at_once() {
    // A run that has not come closer to a solution in a quarter of the range of gamma has frozen.
    const double patience = (*options_.gamma_max - *options_.gamma) / 4;
    std::vector<std::uint32_t> turned;
    std::size_t least = estimator_.energy();
    double least_at = estimator_.gamma();
    std::size_t offered = least;
    for (double gamma = *options_.gamma; gamma <= *options_.gamma_max; gamma += step_) {
      result_.updates += estimator_.iterate(control_).updates;
      if (!running()) return false;
      ++result_.sweeps;
      trace();
      result_.proposals += estimator_.variables();
      const auto members = estimator_.mismatches().members();
      turned.assign(members.begin(), members.end());
      flip_all(turned);
      result_.accepted += turned.size();
      keep();
      if (estimator_.energy() == 0) return true;
      if (options_.mend > 0 && estimator_.energy() <= offered / 2) {
        offered = estimator_.energy();
        if (mend_(estimator_.reference(), EdmcStage::under_way, result_)) return true;
        if (!running()) return false;
      }
      if (estimator_.energy() < least) {
        least = estimator_.energy();
        least_at = gamma;
      } else if (gamma > least_at + patience) {
        return false;
      }
      estimator_.set_gamma(gamma + step_);
      ++result_.levels;
      control_.report({"searching", result_.sweeps, 0, static_cast<double>(estimator_.energy())});
    }
    return false;
  }

  // Mode parallel: what a round of messages has come to.
  void trace() {
    if (!setup_.on_iteration) return;
    TracePoint point{.iteration = result_.sweeps,
                     .restart = result_.restarts,
                     .gamma = estimator_.gamma(),
                     .y = std::numeric_limits<double>::infinity(),
                     .errors = estimator_.energy(),
                     .configuration = &estimator_.reference()};
    if (!setup_.brief_trace) measure(point);
    setup_.on_iteration(point);
  }

  void measure(TracePoint& point) {
    const double gamma = estimator_.gamma();
    const auto n = static_cast<double>(estimator_.variables());
    double overlap = 0, agreement = 0;
    for (std::size_t i = 0; i < estimator_.variables(); ++i) {
      const double along = estimator_.field(i) * estimator_.reference().sign(i) + gamma;
      const double m = log_2cosh_terms(along).tanh;
      overlap += m * m / n;
      agreement += m / n;
    }
    point.overlap = overlap;
    point.distance = (1 - agreement) / 2;
    point.free_entropy = estimator_.free_entropy() / n;
  }

  // The next gamma escapes from a local maximum of F.
  bool raise_gamma() {
    const double gamma = estimator_.gamma() + step_;
    if (gamma > *options_.gamma_max || !running()) return false;
    estimator_.set_gamma(gamma);
    ++result_.levels;
    settle();
    if (options_.mode == EdmcMode::plain || options_.mode == EdmcMode::batch) {
      free_entropy_ = measure_free_entropy();
    }
    return running();
  }

  // Estimators may have a faster way.
  void flip_all(std::span<const std::uint32_t> variables) {
    if constexpr (requires { estimator_.flip_all(variables); }) {
      estimator_.flip_all(variables);
    } else {
      for (const std::uint32_t i : variables) estimator_.flip(i);
    }
  }

  void flip(std::size_t i) {
    estimator_.flip(i);
    ++result_.accepted;
    keep();
  }

  void keep() {
    if (estimator_.energy() >= result_.energy) return;
    result_.energy = estimator_.energy();
    result_.best = estimator_.reference();
  }

  // Re-converges; if that fails, uses averages over some rounds instead of the fixed point.
  void settle() {
    if (estimator_.energy() == 0) return;
    const Convergence reached = estimator_.reconverge(control_);
    result_.updates += reached.updates;
    averaged_ = false;
    if (reached.converged || !running()) return;
    ++result_.unconverged;
    if (options_.averages > 0) average();
  }

  void average() {
    const std::size_t n = estimator_.variables();
    fields_.assign(n, 0);
    average_free_entropy_ = 0;
    const auto rounds = static_cast<double>(options_.averages);
    const bool needs_free_entropy = options_.mode == EdmcMode::plain || options_.mode == EdmcMode::batch;
    for (std::int64_t t = 0; t < options_.averages; ++t) {
      result_.updates += estimator_.iterate(control_).updates;
      for (std::size_t i = 0; i < n; ++i) fields_[i] += estimator_.field(i) / rounds;
      if (needs_free_entropy) average_free_entropy_ += estimator_.free_entropy() / rounds;
    }
    use_averages();
  }

  void use_averages() {
    averaged_ = true;
    mismatches_ = IndexSet(estimator_.variables());
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      if (fields_[i] * estimator_.reference().sign(i) < 0) mismatches_.insert(i);
    }
  }

  double field(std::size_t i) const { return averaged_ ? fields_[i] : estimator_.field(i); }
  const IndexSet& mismatches() const { return averaged_ ? mismatches_ : estimator_.mismatches(); }
  double measure_free_entropy() const {
    return averaged_ ? average_free_entropy_ : estimator_.free_entropy();
  }

  Snapshot save() const {
    return {estimator_.save(), averaged_, averaged_ ? fields_ : std::vector<double>{}, free_entropy_};
  }
  void restore(const Snapshot& snapshot) {
    estimator_.restore(snapshot.state);
    averaged_ = snapshot.averaged;
    if (!averaged_) return;
    fields_ = snapshot.fields;
    average_free_entropy_ = snapshot.free_entropy;
    use_averages();
  }

  E& estimator_;
  const EdmcOptions& options_;
  const SolveSetup& setup_;
  EdmcResult& result_;
  RunControl& control_;
  Mend& mend_;
  Stream stream_{0, purpose("edmc.run")};
  double step_ = 0;
  double free_entropy_ = 0;  // of the present W~; modes plain and batch
  bool averaged_ = false;    // whether the next three stand for the estimator's own
  std::vector<double> fields_;
  double average_free_entropy_ = 0;
  IndexSet mismatches_;
};

}  // namespace edmc_detail

// The options must have gamma, gamma_step and gamma_max. One unit of work is a message or a proposal. In
// parallel mode each restart is slower than the run before, and mend(reference, stage, result), which returns
// whether it could make result.best a solution, is called when the energy of a run has halved and when a run
// has frozen.
template <Estimator E, class Mend>
EdmcResult run_edmc(E& estimator, const EdmcOptions& options, const SolveSetup& setup, RunControl& control,
                    Mend mend) {
  assert(options.gamma && options.gamma_step && options.gamma_max);
  check(options);
  constexpr double kSlower = 0.7;  // slower runs solve more, and more runs solve more: a compromise
  EdmcResult result;
  result.best = BitVector(estimator.variables());
  result.energy = std::numeric_limits<std::size_t>::max();
  edmc_detail::Run<E, Mend> run(estimator, options, setup, result, control, mend);
  const bool parallel = options.mode == EdmcMode::parallel;
  double step = *options.gamma_step;
  for (std::int64_t i = 0; i <= options.restarts; ++i, step *= parallel ? kSlower : 1) {
    if (!setup.wants_run(static_cast<std::uint64_t>(i))) continue;
    result.restarts = static_cast<std::uint64_t>(i);
    if (run.run(step) || control.stop_reason() != StopReason::none) break;
    if (parallel && options.mend > 0 && mend(estimator.reference(), EdmcStage::frozen, result)) break;
  }
  return result;
}

template <Estimator E>
EdmcResult run_edmc(E& estimator, const EdmcOptions& options, const SolveSetup& setup, RunControl& control) {
  return run_edmc(estimator, options, setup, control,
                  [](const BitVector&, EdmcStage, EdmcResult&) { return false; });
}

}  // namespace bitbasin
