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

void check_size(std::size_t n, std::size_t patterns) {
  if (n < 1 || n > kMostSynapses) {
    fail("expected N, the number of synapses, from 1 to {}, got {}", kMostSynapses, n);
  }
  const double row_bytes = static_cast<double>(padded_words(n) * sizeof(std::uint64_t));
  expect_memory(static_cast<double>(patterns) * row_bytes,
                fmt::format("{} patterns of {} entries", patterns, n));
}

void check_generated_size(std::size_t n, std::size_t patterns) {
  check_size(n, patterns);
  if (n % 2 == 0) fail("expected an odd N, so that no sum over the synapses is 0, got {}", n);
}

std::size_t used_words(std::size_t bits) {
  return (bits + kWordBits - 1) / kWordBits;
}

BitVector random_bits(std::size_t size, Stream stream) {
  BitVector bits(size);
  stream.fill(bits.words().first(used_words(size)));
  bits.clear_padding();
  return bits;
}

// Fills row r from its own stream and absorbs the label that label_of(r, row) gives, while the row is in
// cache.
template <class LabelOf>
void fill_rows(BitMatrix& x, std::uint64_t seed, int threads, const LabelOf& label_of) {
  // Whole words of labels per thread, so that no two threads write to one word.
  parallel_ranges(x.rows(), kWordBits, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r) {
      const std::span<std::uint64_t> row = x.row(r);
      Stream(seed, purpose("perceptron.patterns"), r).fill(row.first(used_words(x.cols())));
      clear_padding(row, x.cols());
      if (!label_of(r, row)) negate(row, x.cols());
    }
  });
}

}  // namespace

std::size_t pattern_count(std::size_t n, double alpha) {
  return constraint_count(n, alpha, "patterns per synapse");
}

PerceptronInstance random_instance(std::size_t n, std::size_t patterns, std::uint64_t seed, int threads) {
  check_generated_size(n, patterns);
  PerceptronInstance instance{BitMatrix(patterns, n),
                              random_bits(patterns, Stream(seed, purpose("perceptron.labels"))),
                              std::nullopt,
                              {}};
  fill_rows(instance.x, seed, threads,
            [&](std::size_t r, std::span<const std::uint64_t>) { return instance.labels[r]; });
  return instance;
}

PerceptronInstance teacher_instance(std::size_t n, std::size_t patterns, std::uint64_t seed, int threads) {
  check_generated_size(n, patterns);
  PerceptronInstance instance{BitMatrix(patterns, n),
                              BitVector(patterns),
                              random_bits(n, Stream(seed, purpose("perceptron.teacher"))),
                              {}};
  fill_rows(instance.x, seed, threads, [&](std::size_t r, std::span<const std::uint64_t> row) {
    const bool label = 2 * hamming(row, instance.teacher->words()) < n;
    instance.labels.set(r, label);
    return label;
  });
  return instance;
}

PerceptronInstance instance_from_patterns(BitMatrix patterns, BitVector labels) {
  check_size(patterns.cols(), 0);
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

BitMatrix original_patterns(const PerceptronInstance& instance) {
  BitMatrix patterns = instance.x;
  for (std::size_t r = 0; r < patterns.rows(); ++r) {
    if (!instance.labels[r]) negate(patterns.row(r), patterns.cols());
  }
  return patterns;
}

}  // namespace bitbasin
