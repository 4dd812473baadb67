// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin {

struct PatternRowsState;

// Streams of random patterns have this purpose.
inline constexpr Purpose kPatternsPurpose = purpose("perceptron.patterns");

// All that defines random patterns, beside their labels.
struct PatternRecipe {
  std::size_t n = 0;
  std::size_t patterns = 0;
  std::uint64_t seed = 1;
  std::size_t first = 0;  // the stream of row 0; not 0 for a part of larger patterns
};

// Row r before its label is absorbed, from a stream of its own.
void make_pattern(const PatternRecipe& recipe, std::size_t r, std::span<std::uint64_t> row);

// The rows of an instance, times their labels: a matrix, or a recipe of one. The matrix of a recipe is made
// when somebody asks for it, which a GPU and the checker never do: at N = 10^6 it has 93 GB. Copies share it.
class PatternRows {
 public:
  PatternRows() = default;
  PatternRows(BitMatrix matrix);  // NOLINT: a matrix is one kind of rows
  PatternRows(const PatternRecipe& recipe, BitVector labels, int threads);

  std::size_t rows() const;
  std::size_t cols() const;
  const PatternRecipe* recipe() const;  // or null
  bool stored() const;                  // whether the matrix has been made

  const BitMatrix& matrix() const;
  BitMatrix take() &&;                                    // the matrix itself, where nobody shares it
  operator const BitMatrix&() const { return matrix(); }  // NOLINT: for all who need no more than that
  std::span<const std::uint64_t> row(std::size_t r) const { return matrix().row(r); }
  bool get(std::size_t r, std::size_t c) const { return matrix().get(r, c); }
  int sign(std::size_t r, std::size_t c) const { return matrix().sign(r, c); }

  // The rows from `begin` to `end` alone; those of a recipe are not made.
  PatternRows part(std::size_t begin, std::size_t end) const;

  // One row, whether the matrix has been made or not, into padded_words(cols()) words.
  void copy_row(std::size_t r, std::span<std::uint64_t> row) const;

  bool operator==(const PatternRows& other) const { return matrix() == other.matrix(); }

 private:
  std::shared_ptr<PatternRowsState> state_;
};

}  // namespace bitbasin
