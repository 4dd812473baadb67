// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/committee_products.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>

#include "bitbasin/base/parallel.h"
#include "bitbasin/bits/tile_errors.h"
#include "bitbasin/models/majority.h"

namespace bitbasin {
CommitteeProducts::CommitteeProducts(const CommitteeInstance& instance, int threads, int passes)
    : units_(instance.units()),
      weights_(instance.weights()),
      patterns_(instance.patterns()),
      threads_(threads),
      passes_(passes),
      tables_(units_),
      scales_(units_) {
  const std::size_t n = instance.n();
  for (const BitMatrix& part : unit_inputs(instance)) {
    by_pattern_.push_back(to_tiles(part, threads));
    by_input_.push_back(to_transposed_tiles(part, threads));
  }
  const std::size_t longest = units_ * std::max(patterns_, n);
  rounded_.resize(longest);
  sums_.resize(longest);
  if (passes > 1) rest_.resize(longest);
}

void CommitteeProducts::multiply_units(const Matrices& x, std::span<const double> in, std::span<double> out) {
  const std::size_t columns = x.front().cols(), rows = x.front().rows();
  assert(in.size() == units_ * columns && out.size() == units_ * rows);
  const std::span rounded(rounded_.data(), in.size());
  const std::span sums(sums_.data(), out.size());
  // One pass covers 12 bits of the entries; a second one takes 12 more from the remainder.
  const auto pass = [&](std::span<const double> values) {
    for (std::size_t l = 0; l < units_; ++l) {
      scales_[l] = quantize(values.subspan(l * columns, columns), rounded.subspan(l * columns, columns));
    }
    if (x.size() == 1) {
      multiply(x.front(), rounded, sums, tables_, threads_);
    } else {
      for (std::size_t l = 0; l < units_; ++l) {
        multiply(x[l], rounded.subspan(l * columns, columns), sums.subspan(l * rows, rows), tables_[l],
                 threads_);
      }
    }
  };
  pass(in);
  for (std::size_t l = 0; l < units_; ++l) {
    for (std::size_t r = l * rows; r < (l + 1) * rows; ++r) out[r] = scales_[l] * sums[r];
  }
  if (passes_ == 1) return;

  const std::span rest(rest_.data(), in.size());
  for (std::size_t c = 0; c < in.size(); ++c) rest[c] = in[c] - scales_[c / columns] * rounded[c];
  pass(rest);
  for (std::size_t r = 0; r < out.size(); ++r) out[r] += scales_[r / rows] * sums[r];
}

std::vector<BitVector> CommitteeProducts::split(const BitVector& w) const {
  const std::size_t n = weights_ / units_;
  std::vector<BitVector> parts;
  for (std::size_t l = 0; l < units_; ++l) parts.push_back(slice(w, l * n, (l + 1) * n));
  return parts;
}

std::size_t CommitteeProducts::tile_row_errors(std::size_t t, std::span<const BitVector> unit_weights) const {
  std::array<std::uint8_t, SignMatrix::kTileRows> positive{};
  for (std::size_t l = 0; l < units_; ++l) {
    std::array<std::int32_t, SignMatrix::kTileRows> sums;
    tile_sums(by_pattern_.size() == 1 ? by_pattern_.front() : by_pattern_[l], t, unit_weights[l], sums);
    for (std::size_t r = 0; r < positive.size(); ++r) positive[r] += sums[r] > 0;
  }
  const std::size_t count = std::min(positive.size(), patterns_ - t * SignMatrix::kTileRows);
  std::size_t errors = 0;
  for (std::size_t r = 0; r < count; ++r) errors += !MajorityModel::allows(positive[r], units_);
  return errors;
}

bool CommitteeProducts::violates_none(const BitVector& w) {
  const std::vector<BitVector> parts = split(w);
  const std::size_t tile_rows = by_pattern_.front().tile_rows();
  for (std::size_t i = 0; i < tile_rows; ++i) {
    const std::size_t t = (last_error_ + i) % tile_rows;
    if (tile_row_errors(t, parts) > 0) {
      last_error_ = t;
      return false;
    }
  }
  return true;
}

std::size_t CommitteeProducts::count_errors(const BitVector& w) {
  const std::vector<BitVector> parts = split(w);
  std::atomic<std::size_t> errors = 0;
  parallel_ranges(by_pattern_.front().tile_rows(), 1, threads_, [&](std::size_t begin, std::size_t end) {
    std::size_t found = 0;
    for (std::size_t t = begin; t < end; ++t) found += tile_row_errors(t, parts);
    errors += found;
  });
  return errors;
}

}  // namespace bitbasin
