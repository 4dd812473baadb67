// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/host_patterns.h"

#include <fmt/format.h>

#include <atomic>
#include <cassert>

#include "bitbasin/base/parallel.h"
#include "bitbasin/bits/tile_errors.h"
#include "bitbasin/data/memory_limit.h"
#include "bitbasin/perceptron/messages/rounded_product.h"

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

HostPatterns::HostPatterns(const BitMatrix& x, const SumRange& allowed, int threads)
    : allowed_(allowed),
      threads_(threads),
      by_pattern_(to_tiles(checked(x), threads)),
      by_synapse_(to_transposed_tiles(x, threads)) {}

HostPatterns::HostPatterns(const PatternRows& x, const SumRange& allowed, int threads)
    : HostPatterns(checked(x), allowed, threads) {}

void HostPatterns::forward(std::span<const std::int16_t> in, std::span<std::int32_t> out) {
  assert(in.size() == n() && out.size() == patterns());
  multiply(by_pattern_, in, out, tables_, threads_);
}

void HostPatterns::backward(std::span<const std::int16_t> in, std::span<std::int32_t> out) {
  assert(in.size() == patterns() && out.size() == n());
  multiply(by_synapse_, in, out, tables_, threads_);
}

bool HostPatterns::violates_none(const BitVector& w) {
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

std::size_t HostPatterns::count_errors(const BitVector& w) {
  std::atomic<std::size_t> errors = 0;
  parallel_ranges(by_pattern_.tile_rows(), 1, threads_, [&](std::size_t begin, std::size_t end) {
    errors += tile_errors(by_pattern_, begin, end, w, allowed_.least, allowed_.most);
  });
  return errors;
}

}  // namespace bitbasin
