// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/random_perceptron.h"

#include <limits>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/solve/constraint_count.h"

namespace bitbasin {
namespace {

// A teacher's labels only say on which side a pattern is, with no margin.
void check_teaches(const Constraint& constraint) {
  if (constraint.kind != ConstraintKind::sign) {
    fail("only the sign constraint can be learned from a teacher, got {}", to_string(constraint.kind));
  }
  if (constraint.kappa > 0) {
    fail("expected kappa of at most 0 with a teacher, whose weights have no margin, got {}",
         constraint.kappa);
  }
}

}  // namespace

const OptionTable<RandomPerceptron>& random_perceptron_options() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr auto kMost = static_cast<std::int64_t>(kMostSynapses);
  static const OptionTable<RandomPerceptron> table([] {
    std::vector<Option<RandomPerceptron>> all{
        option("n", &RandomPerceptron::n, {1, kMost}, "synapses, an odd number", "N"),
        option("alpha", &RandomPerceptron::alpha, {0, kInfinity, true, true}, "patterns per synapse",
               "alpha = P / N"),
        option("patterns", &RandomPerceptron::patterns, {1}, "number of patterns, instead of alpha", "P"),
        label_source_option(&RandomPerceptron::task),
    };
    append_options(all, constraint_options(), &RandomPerceptron::constraint);
    return all;
  }());
  return table;
}

std::size_t constraints_of(const RandomPerceptron& random) {
  const auto n = static_cast<std::size_t>(random.n);
  const std::size_t patterns =
      constraint_count(n, random.alpha, "patterns per synapse", random.patterns, "patterns");
  if (patterns == 0) {
    fail("alpha is too small for a single pattern: {} * {} rounds to 0", *random.alpha, random.n);
  }
  const Constraint constraint = random.constraint.chosen();
  allowed_sums(constraint, n);
  if (random.task == LabelSource::teacher) check_teaches(constraint);
  return patterns;
}

PerceptronInstance generate(const RandomPerceptron& random, std::uint64_t seed, int threads) {
  const auto n = static_cast<std::size_t>(random.n);
  const bool teacher = random.task == LabelSource::teacher;
  const std::size_t patterns = constraints_of(random);
  return with_constraint(
      teacher ? teacher_instance(n, patterns, seed, threads) : random_instance(n, patterns, seed, threads),
      random.constraint.chosen());
}

}  // namespace bitbasin
