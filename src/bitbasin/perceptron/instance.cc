// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/instance.h"

#include <utility>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/bits/dot.h"
#include "bitbasin/data/memory_limit.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/solve/constraint_count.h"

namespace bitbasin {

namespace {

void check_size(std::size_t n) {
  if (n < 1 || n > kMostSynapses) {
    fail("expected N, the number of synapses, from 1 to {}, got {}", kMostSynapses, n);
  }
}

// Memory for the labels is needed at once, for the rows when they are asked for.
void check_generated_size(std::size_t n, std::size_t patterns) {
  check_size(n);
  expect_memory(static_cast<double>(patterns) / 8, fmt::format("labels of {} patterns", patterns));
  if (n % 2 == 0) fail("expected an odd N, so that no sum over the synapses is 0, got {}", n);
}

BitVector random_bits(std::size_t size, Stream stream) {
  BitVector bits(size);
  stream.fill(bits.words().first((size + kWordBits - 1) / kWordBits));
  bits.clear_padding();
  return bits;
}

PerceptronInstance from_recipe(const PatternRecipe& recipe, BitVector labels, int threads) {
  PatternRows rows(recipe, labels, threads);
  return {std::move(rows), std::move(labels), std::nullopt, {}};
}

}  // namespace

std::size_t pattern_count(std::size_t n, double alpha) {
  return constraint_count(n, alpha, "patterns per synapse");
}

PerceptronInstance random_instance(std::size_t n, std::size_t patterns, std::uint64_t seed, int threads) {
  check_generated_size(n, patterns);
  return from_recipe({n, patterns, seed}, random_bits(patterns, Stream(seed, purpose("perceptron.labels"))),
                     threads);
}

PerceptronInstance teacher_instance(std::size_t n, std::size_t patterns, std::uint64_t seed, int threads) {
  check_generated_size(n, patterns);
  const PatternRecipe recipe{n, patterns, seed};
  const BitVector teacher = random_bits(n, Stream(seed, purpose("perceptron.teacher")));
  BitVector labels(patterns);
  // Whole words of labels per thread, so that no two threads write to one word.
  parallel_ranges(patterns, kWordBits, threads, [&](std::size_t begin, std::size_t end) {
    BitVector row(n);
    for (std::size_t r = begin; r < end; ++r) {
      make_pattern(recipe, r, row.words());
      labels.set(r, 2 * hamming(row.words(), teacher.words()) < n);
    }
  });
  PerceptronInstance instance = from_recipe(recipe, std::move(labels), threads);
  instance.teacher = teacher;
  return instance;
}

PerceptronInstance instance_from_patterns(BitMatrix patterns, BitVector labels) {
  check_size(patterns.cols());
  if (labels.size() != patterns.rows()) {
    fail("expected {}, one for each pattern, got {}", counted(patterns.rows(), "label"), labels.size());
  }
  for (std::size_t r = 0; r < patterns.rows(); ++r) {
    if (!labels[r]) negate(patterns.row(r), patterns.cols());
  }
  return {std::move(patterns), std::move(labels), std::nullopt, {}};
}

PerceptronInstance with_constraint(PerceptronInstance instance, const Constraint& constraint) {
  allowed_sums(constraint, instance.n());
  instance.constraint = constraint;
  return instance;
}

PerceptronInstance part_of(const PerceptronInstance& instance, std::size_t begin, std::size_t end) {
  return {instance.x.part(begin, end), slice(instance.labels, begin, end), instance.teacher,
          instance.constraint};
}

BitMatrix original_patterns(const PerceptronInstance& instance) {
  BitMatrix patterns = instance.x.matrix();
  for (std::size_t r = 0; r < patterns.rows(); ++r) {
    if (!instance.labels[r]) negate(patterns.row(r), patterns.cols());
  }
  return patterns;
}

}  // namespace bitbasin
