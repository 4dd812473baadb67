// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/pattern_rows.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/data/memory_limit.h"

namespace bitbasin {

struct PatternRowsState {
  std::optional<PatternRecipe> recipe;
  BitVector labels;
  int threads = 1;
  std::once_flag once;
  std::atomic<bool> made = false;
  BitMatrix matrix;

  void make_row(std::size_t r, std::span<std::uint64_t> row) const {
    make_pattern(*recipe, r, row);
    if (!labels[r]) negate(row, recipe->n);
  }

  void make() {
    const std::size_t n = recipe->n, patterns = recipe->patterns;
    const double row_bytes = static_cast<double>(padded_words(n) * sizeof(std::uint64_t));
    expect_memory(static_cast<double>(patterns) * row_bytes,
                  fmt::format("{} patterns of {} entries", patterns, n));
    matrix = BitMatrix(patterns, n);
    parallel_ranges(patterns, kWordBits, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t r = begin; r < end; ++r) make_row(r, matrix.row(r));
    });
    made = true;
  }
};

void make_pattern(const PatternRecipe& recipe, std::size_t r, std::span<std::uint64_t> row) {
  const std::size_t words = (recipe.n + kWordBits - 1) / kWordBits;
  Stream(recipe.seed, kPatternsPurpose, recipe.first + r).fill(row.first(words));
  clear_padding(row, recipe.n);
}

PatternRows::PatternRows(BitMatrix matrix) : state_(std::make_shared<PatternRowsState>()) {
  state_->matrix = std::move(matrix);
  state_->made = true;
}

PatternRows::PatternRows(const PatternRecipe& recipe, BitVector labels, int threads)
    : state_(std::make_shared<PatternRowsState>()) {
  state_->recipe = recipe;
  state_->labels = std::move(labels);
  state_->threads = threads;
}

std::size_t PatternRows::rows() const {
  return recipe() != nullptr ? recipe()->patterns : matrix().rows();
}

std::size_t PatternRows::cols() const {
  return recipe() != nullptr ? recipe()->n : matrix().cols();
}

const PatternRecipe* PatternRows::recipe() const {
  return state_ != nullptr && state_->recipe ? &*state_->recipe : nullptr;
}

bool PatternRows::stored() const {
  return state_ == nullptr || state_->made;
}

const BitMatrix& PatternRows::matrix() const {
  static const BitMatrix kEmpty;
  if (state_ == nullptr) return kEmpty;
  if (!state_->made) std::call_once(state_->once, [this] { state_->make(); });
  return state_->matrix;
}

BitMatrix PatternRows::take() && {
  return state_.use_count() == 1 ? (matrix(), std::move(state_->matrix)) : matrix();
}

PatternRows PatternRows::part(std::size_t begin, std::size_t end) const {
  if (recipe() != nullptr) {
    PatternRecipe recipe = *state_->recipe;
    recipe.first += begin;
    recipe.patterns = end - begin;
    return {recipe, slice(state_->labels, begin, end), state_->threads};
  }
  BitMatrix rows(end - begin, cols());
  for (std::size_t r = begin; r < end; ++r) std::ranges::copy(row(r), rows.row(r - begin).begin());
  return rows;
}

void PatternRows::copy_row(std::size_t r, std::span<std::uint64_t> row) const {
  if (stored()) {
    std::ranges::copy(matrix().row(r), row.begin());
  } else {
    state_->make_row(r, row);
  }
}

}  // namespace bitbasin
