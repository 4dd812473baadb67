// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/pattern_products.h"

#include <algorithm>
#include <atomic>
#include <cassert>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/bits/tile_errors.h"
#include "bitbasin/data/memory_limit.h"

namespace bitbasin {
namespace {

// The rows and the two copies of them that products take.
template <class Rows>
const BitMatrix& checked(const Rows& x) {
  check_product_size(x.cols(), x.rows());
  const double bits = static_cast<double>(x.rows()) * static_cast<double>(x.cols());
  expect_memory(3 * bits / 8, fmt::format("the products with {} patterns of {} entries", x.rows(), x.cols()));
  return x;
}

}  // namespace

PatternProducts::PatternProducts(const BitMatrix& x, const SumRange& allowed, int threads, int passes)
    : allowed_(allowed),
      threads_(threads),
      by_pattern_(to_tiles(checked(x), threads)),
      by_synapse_(to_transposed_tiles(x, threads)),
      rounded_(std::max(x.rows(), x.cols()), passes) {}

PatternProducts::PatternProducts(const PatternRows& x, const SumRange& allowed, int threads, int passes)
    : PatternProducts(checked(x), allowed, threads, passes) {}

void PatternProducts::multiply_by(const SignMatrix& x, std::span<const double> in, std::span<double> out) {
  assert(in.size() == x.cols() && out.size() == x.rows());
  rounded_.apply(in, out, [&](std::span<const std::int16_t> q, std::span<std::int32_t> sums) {
    multiply(x, q, sums, tables_, threads_);
  });
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
