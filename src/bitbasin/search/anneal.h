// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "bitbasin/base/run_control.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {

// A configuration of two-valued variables with an energy, whole or real, to be lowered by single flips.
template <class P>
concept AnnealingProblem = requires(P p, const P c, std::size_t i, const BitVector& w) {
  { c.variables() } -> std::convertible_to<std::size_t>;
  { c.configuration() } -> std::convertible_to<const BitVector&>;
  {c.energy()};
  { c.energy_change(i) } -> std::same_as<std::remove_cvref_t<decltype(c.energy())>>;
  p.flip(i);
  p.assign(w);  // another configuration, from scratch
  requires std::is_arithmetic_v<std::remove_cvref_t<decltype(c.energy())>>;
};

// Linear cooling: sweep t of S has the temperature T = start + (end - start) t / (S - 1).
struct AnnealSchedule {
  double start = 1;
  double end = 0.1;
  std::uint64_t sweeps = 1000;
  std::uint64_t runs = 1;  // each from a random configuration
};

template <class Energy>
struct AnnealResult {
  BitVector best;  // over the ends of all sweeps
  Energy energy{};
  std::uint64_t sweeps = 0;  // over all runs
  std::uint64_t flips = 0;   // accepted
  std::uint64_t runs = 0;
};

namespace anneal_detail {

// exp(-change / T) for whole changes that are common; the same values that portable_exp gives.
template <class Energy>
class Acceptance {
 public:
  void set_temperature(double temperature) {
    temperature_ = temperature;
    if constexpr (std::is_integral_v<Energy>) {
      for (std::size_t k = 0; k < table_.size(); ++k) table_[k] = compute(static_cast<double>(k));
    }
  }
  double operator()(Energy change) const {
    if constexpr (std::is_integral_v<Energy>) {
      if (static_cast<std::size_t>(change) < table_.size()) return table_[static_cast<std::size_t>(change)];
    }
    return compute(static_cast<double>(change));
  }

 private:
  double compute(double change) const { return temperature_ > 0 ? portable_exp(-change / temperature_) : 0; }

  double temperature_ = 0;
  std::array<double, 16> table_{};
};

struct NoListener {
  void operator()(const auto&) const {}
};

inline BitVector random_configuration(std::size_t variables, std::uint64_t seed, std::uint64_t run) {
  BitVector w(variables);
  Stream(seed, purpose("anneal.start"), run).fill(w.words());
  w.clear_padding();
  return w;
}

}  // namespace anneal_detail

template <AnnealingProblem Problem>
using EnergyOf = std::remove_cvref_t<decltype(std::declval<const Problem&>().energy())>;

// Metropolis sweeps of N proposals each, with variables drawn at random: visiting them in turn would drag
// defects along, and on a ring defects would meet only by chance. Ends when the energy is at most `target`.
// One unit of work is one proposal. The best configuration is updated at the end of each sweep, and at once
// when the target is reached. on_sweep(result) is called after each complete sweep.
template <AnnealingProblem Problem, class OnSweep = anneal_detail::NoListener>
AnnealResult<EnergyOf<Problem>> anneal(Problem& problem, const AnnealSchedule& schedule, std::uint64_t seed,
                                       RunControl& control, EnergyOf<Problem> target = 0,
                                       OnSweep on_sweep = {}) {
  using Energy = EnergyOf<Problem>;
  constexpr std::size_t kChunk = 4096;  // proposals between two checks of the limits
  const std::size_t n = problem.variables();
  anneal_detail::Acceptance<Energy> acceptance;
  AnnealResult<Energy> result{problem.configuration(), problem.energy()};
  const auto keep = [&] {
    if (problem.energy() >= result.energy) return;
    result.energy = problem.energy();
    result.best = problem.configuration();
  };
  for (; result.runs < schedule.runs; ++result.runs) {
    problem.assign(anneal_detail::random_configuration(n, seed, result.runs));
    Stream stream(seed, purpose("anneal.accept"), result.runs);
    keep();
    if (result.energy <= target) return result;
    for (std::uint64_t t = 0; t < schedule.sweeps; ++t) {
      const double part =
          schedule.sweeps > 1 ? static_cast<double>(t) / static_cast<double>(schedule.sweeps - 1) : 0;
      acceptance.set_temperature(schedule.start + (schedule.end - schedule.start) * part);
      for (std::size_t k = 0; k < n; ++k) {
        if (k % kChunk == 0 && !control.spend(std::min(kChunk, n - k))) {
          keep();
          return result;
        }
        const std::size_t i = uniform_below(stream, n);
        const Energy change = problem.energy_change(i);
        if (change > 0 && uniform01(stream) >= acceptance(change)) continue;
        problem.flip(i);
        ++result.flips;
        if (problem.energy() <= target) {
          keep();
          return result;
        }
      }
      ++result.sweeps;
      keep();
      control.report({"annealing", result.sweeps, schedule.sweeps * schedule.runs,
                      static_cast<double>(problem.energy())});
      on_sweep(result);
    }
  }
  return result;
}

}  // namespace bitbasin
