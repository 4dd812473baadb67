// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/pattern_products.h"

#include <algorithm>
#include <atomic>
#include <cassert>

#include "bitbasin/base/parallel.h"
#include "bitbasin/bits/tile_errors.h"

namespace bitbasin {

PatternProducts::PatternProducts(const BitMatrix& x, const SumRange& allowed, int threads, int passes)
    : allowed_(allowed),
      threads_(threads),
      passes_(passes),
      by_pattern_(to_tiles(x, threads)),
      by_synapse_(to_transposed_tiles(x, threads)) {
  const std::size_t longest = std::max(x.rows(), x.cols());
  rounded_.resize(longest);
  sums_.resize(longest);
  if (passes > 1) rest_.resize(longest);
}

void PatternProducts::multiply_rounded(const SignMatrix& x, std::span<const double> in,
                                       std::span<double> out) {
  assert(in.size() == x.cols() && out.size() == x.rows());
  const std::span rounded(rounded_.data(), in.size());
  const std::span sums(sums_.data(), out.size());
  const double scale = quantize(in, rounded);
  multiply(x, rounded, sums, tables_, threads_);
  for (std::size_t r = 0; r < out.size(); ++r) out[r] = scale * sums[r];
  if (passes_ == 1) return;

  const std::span rest(rest_.data(), in.size());
  for (std::size_t c = 0; c < in.size(); ++c) rest[c] = in[c] - scale * rounded[c];
  const double finer = quantize(rest, rounded);
  multiply(x, rounded, sums, tables_, threads_);
  for (std::size_t r = 0; r < out.size(); ++r) out[r] += finer * sums[r];
}

bool PatternProducts::violates_none(const BitVector& w) {
  const std::size_t tile_rows = by_pattern_.tile_rows();
  for (std::size_t i = 0; i < tile_rows; ++i) {
    const std::size_t t = (last_error_ + i) % tile_rows;
    if (tile_errors(by_pattern_, t, t + 1, w, allowed_.least, allowed_.most) > 0) {
      last_error_ = t;
      return false;
    }
  }
  return true;
}

std::size_t PatternProducts::count_errors(const BitVector& w) const {
  std::atomic<std::size_t> errors = 0;
  parallel_ranges(by_pattern_.tile_rows(), 1, threads_, [&](std::size_t begin, std::size_t end) {
    errors += tile_errors(by_pattern_, begin, end, w, allowed_.least, allowed_.most);
  });
  return errors;
}

}  // namespace bitbasin
