// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/base/find_named.h"
#include "bitbasin/base/options.h"
#include "bitbasin/base/read_options.h"
#include "bitbasin/base/spec.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// What not every algorithm can do.
struct Abilities {
  bool trace = false;   // tells SolveSetup::on_iteration
  bool resume = false;  // knows the fields of SolveSetup and SolveResult
  bool prove = false;   // tells SolveSetup::on_proof
};

// An algorithm as a spec string names it: the same on the command line, in Python and in sweep files.
template <class Problem>
struct Algorithm {
  std::string name;
  std::string meaning;  // one line
  std::vector<OptionRow> options;
  // Reads the options of a spec, once. Fails on unknown options, on values outside their range, and on
  // options that contradict each other.
  std::function<Solver<Problem>(const Spec&)> read;
  Abilities can = {};
};

// An algorithm from its option table, which must outlive it, and run(problem, options, setup, control).
template <class Problem, class Options, class Run>
Algorithm<Problem> make_algorithm(std::string name, std::string meaning, const OptionTable<Options>& table,
                                  Run run, Abilities can = {}) {
  return {std::move(name), std::move(meaning), describe(table),
          [&table, run](const Spec& spec) -> Solver<Problem> {
            const Options options = read_options(table, spec);
            return {spec.name, to_spec(spec.name, table, options), shortest_spec(spec.name, table, options),
                    [options, run](const Problem& problem, const SolveSetup& setup, RunControl& control) {
                      return run(problem, options, setup, control);
                    }};
          },
          can};
}

namespace solve_detail {

// Each problem lists its own by an overload of built_in_algorithms(std::type_identity<Problem>).
template <class Problem>
std::vector<Algorithm<Problem>>& registry() {
  static std::vector<Algorithm<Problem>> all = built_in_algorithms(std::type_identity<Problem>{});
  return all;
}

}  // namespace solve_detail

// The algorithms for a problem.
template <class Problem>
std::span<const Algorithm<Problem>> algorithms() {
  return solve_detail::registry<Problem>();
}

// The names of those that have an ability: "rbp, fbp".
template <class Problem>
std::string algorithms_that_can(bool Abilities::*ability) {
  std::string names;
  for (const Algorithm<Problem>& a : algorithms<Problem>()) {
    if (a.can.*ability) names.append(names.empty() ? "" : ", ").append(a.name);
  }
  return names;
}

// Adds an algorithm from a program that links the library: `solve`, sweeps and the rest then know it. Call it
// before any other use of the registry, because it invalidates earlier references. Fails if the name is
// taken.
template <class Problem>
void add_algorithm(Algorithm<Problem> algorithm) {
  for (const Algorithm<Problem>& known : algorithms<Problem>()) {
    if (known.name == algorithm.name) {
      fail("there is already an algorithm named '{}'", known.name);
    }
  }
  solve_detail::registry<Problem>().push_back(std::move(algorithm));
}

// Removes such an algorithm again.
template <class Problem>
void remove_algorithm(std::string_view name) {
  std::erase_if(solve_detail::registry<Problem>(), [name](const auto& known) { return known.name == name; });
}

// Fails with a sentence that lists the known ones.
template <class Problem>
const Algorithm<Problem>& find_algorithm(std::string_view name) {
  return find_named(algorithms<Problem>(), &Algorithm<Problem>::name, name, "algorithms");
}

// The solver that a spec string names: "rbp" or "rbp:rate=0.001". The only way from text to a solver.
template <class Problem>
Solver<Problem> read_solver(std::string_view text) {
  const Spec spec = parse_spec(text);
  return find_algorithm<Problem>(spec.name).read(spec);
}

}  // namespace bitbasin
