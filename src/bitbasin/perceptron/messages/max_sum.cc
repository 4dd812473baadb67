// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/max_sum.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <span>

#include "bitbasin/base/parallel.h"
#include "bitbasin/rng/uniform.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/perceptron/messages/max_sum.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/bits/popcount-inl.h"
#include "bitbasin/perceptron/messages/max_sum-inl.h"
#include "bitbasin/perceptron/messages/median_select-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// Where the rank k of a factor will probably be found: e = k - (number of x_i theta_i > 0) of the fields lie
// between it and 0, half of those with |theta| < guess[e]; and the old messages are subtracted.
HWY_INLINE int guess_rank(const MaxSumState& s, std::size_t m, std::ptrdiff_t e) {
  const auto last = static_cast<std::ptrdiff_t>(s.guess.size()) - 1;
  const std::ptrdiff_t size = std::abs(e);
  const int distance = size <= last
                           ? s.guess[static_cast<std::size_t>(size)]
                           : static_cast<int>(s.guess.back() * size / std::max<std::ptrdiff_t>(last, 1));
  return (e > 0 ? -distance : distance) - (s.a[m] + s.b[m]) / 2;
}

// The factors [begin, end): new messages, their sum added to `sums`.
MaxSumPass update_factors(const BitMatrix& x, MaxSumState& s, const RankDraw& draw, std::size_t begin,
                          std::size_t end, MaxSumState::Scratch& scratch) {
  const std::size_t n = x.cols(), words = (n + kWordBits - 1) / kWordBits;
  MaxSumPass pass;
  MessageBatch batch;
  Stream dither = draw.dither;
  dither.seek(dither.position() + begin / RankDraw::kPerWord);
  std::uint64_t random = 0;
  for (std::size_t m = begin; m < end; ++m) {
    std::size_t k = draw.rank;
    if (draw.chance != 0) {
      if (m % RankDraw::kPerWord == 0) random = dither.next();
      k += (random & 0xffff) < draw.chance;
      random >>= 16;
    }
    k = std::min(k, n);
    const std::uint64_t* row = x.row(m).data();
    const std::size_t positive = n - hamming_row(row, s.weights.words().data(), x.stride());
    pass.errors += positive < s.rank;
    if (s.b[m] == 0 && positive > k) continue;  // M2 > 0: both messages stay 0

    ++pass.visited;
    std::uint64_t* top = s.top.row(m).data();
    const int guess =
        guess_rank(s, m, static_cast<std::ptrdiff_t>(k) - static_cast<std::ptrdiff_t>(positive));
    const TwoRanks ranks = select_ranks_one({s.rounded.data(), row, top, words, s.a[m], s.b[m]}, k, guess,
                                            scratch.bytes.data(), top);
    s.a[m] = static_cast<std::int8_t>(std::clamp(-ranks.first, 0, kMostField));
    s.b[m] = static_cast<std::int8_t>(std::clamp(-ranks.second, 0, kMostField));
    if (s.b[m] == 0) continue;
    batch.x[batch.size] = row;
    batch.top[batch.size] = top;
    batch.a[batch.size] = s.a[m];
    batch.b[batch.size] = s.b[m];
    if (++batch.size == MessageBatch::kMost) {
      add_messages(batch, words, scratch.sums.data());
      batch.size = 0;
    }
  }
  add_messages(batch, words, scratch.sums.data());
  return pass;
}

// theta <- sums + r theta. Compiled for each target; one rounding per operation, so the same everywhere.
void reinforce(std::size_t n, const std::int32_t* HWY_RESTRICT sums, float r, float* HWY_RESTRICT theta) {
  for (std::size_t i = 0; i < n; ++i) theta[i] = static_cast<float>(sums[i]) + r * theta[i];
}

// The odd integer nearest to theta, away from 0 where there are two.
void round_fields(std::size_t n, const float* HWY_RESTRICT theta, std::int8_t* HWY_RESTRICT rounded) {
  for (std::size_t i = 0; i < n; ++i) {
    const float magnitude = std::min(theta[i] < 0 ? -theta[i] : theta[i], 127.0f);
    const int odd = 2 * static_cast<int>(magnitude * 0.5f) + 1;
    rounded[i] = static_cast<std::int8_t>(theta[i] < 0 ? -odd : odd);
  }
}

// counts[q] += number of fields with |theta| = 2 q + 1, for small ones.
void count_small(std::size_t n, const std::int8_t* HWY_RESTRICT rounded, std::uint32_t* HWY_RESTRICT counts) {
  for (std::size_t i = 0; i < n; ++i) {
    const int magnitude = rounded[i] < 0 ? -rounded[i] : rounded[i];
    if (magnitude < kSmallField) ++counts[magnitude / 2];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {
namespace {

HWY_EXPORT(update_factors);
HWY_EXPORT(reinforce);
HWY_EXPORT(round_fields);
HWY_EXPORT(count_small);

// The scale is right while the sqrt(N)-th smallest |theta| is from 16 to 64; powers of two bring it back to
// [16, 32). The first messages are fields about sqrt(N) / 2 ranks from 0, so they are of this size, and 127
// is hardly ever reached. The steps need not be finer: 21 of 30 solved by one run at N = 1001, alpha = 0.75,
// and with four times finer or coarser ones 23 and 19. A scale that follows the messages as they become fewer
// and smaller costs more passes and solves no more (9 of 20 against 12 at N = 2001, alpha = 0.76).
constexpr int kScaleBits = 4;

std::size_t scale_rank(std::size_t n) {
  return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(n))));
}

// Rounds the fields for the factors. Returns true if the scale is right.
bool look_at_fields(MaxSumState& s) {
  const std::size_t n = s.theta.size();
  HWY_DYNAMIC_DISPATCH(round_fields)(n, s.theta.data(), s.rounded.data());
  for (std::size_t w = 0; w < s.rounded.size() / kWordBits; ++w) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < kWordBits; ++i) bits |= std::uint64_t{s.rounded[w * kWordBits + i] > 0} << i;
    s.weights.words()[w] = bits;
  }
  s.weights.clear_padding();

  std::uint32_t counts[kSmallField / 2] = {};
  HWY_DYNAMIC_DISPATCH(count_small)(n, s.rounded.data(), counts);
  s.guess.assign(1, 0);
  std::size_t below = 0, tiny = 0;
  for (int q = 0; q < kSmallField / 2; ++q) {
    if (2 * q == 1 << kScaleBits) tiny = below;
    below += counts[q];
    while (2 * s.guess.size() <= below) s.guess.push_back(2 * q + 1);
  }
  if (s.guess.size() == 1) s.guess.push_back(kSmallField);
  return tiny < scale_rank(n) && below >= scale_rank(n);
}

// Multiplies fields and messages by 2^shift.
void rescale(MaxSumState& s, int shift) {
  for (float& theta : s.theta) theta = std::ldexp(theta, shift);
  for (AlignedArray<std::int8_t>* messages : {&s.a, &s.b}) {
    for (std::int8_t& u : *messages) {
      const double scaled =
          std::min(std::ldexp(static_cast<double>(u), shift) + 0.5, static_cast<double>(kMostField));
      u = static_cast<std::int8_t>(scaled);
    }
  }
}

void settle_fields(MaxSumState& s) {
  if (look_at_fields(s)) return;
  std::vector<float> sizes(s.theta.begin(), s.theta.end());
  for (float& size : sizes) size = std::abs(size);
  const auto ranked = sizes.begin() + static_cast<std::ptrdiff_t>(scale_rank(sizes.size())) - 1;
  std::nth_element(sizes.begin(), ranked, sizes.end());
  if (*ranked == 0) return;  // too many zeros for any scale
  rescale(s, kScaleBits - std::ilogb(*ranked));
  look_at_fields(s);
}

}  // namespace

MaxSumState::MaxSumState(const BitMatrix& x, std::int32_t least)
    : rank(static_cast<std::size_t>((static_cast<std::int64_t>(x.cols()) + least) / 2)),
      theta(x.cols()),
      rounded((x.cols() + kWordBits - 1) / kWordBits * kWordBits),
      weights(x.cols()),
      a(x.rows()),
      b(x.rows()),
      top(x.rows(), x.cols()) {
  std::ranges::fill(rounded, std::int8_t{kMostField});
}

void start_max_sum(MaxSumState& s, Stream stream) {
  for (float& theta : s.theta) theta = static_cast<float>(2 * uniform_open(stream) - 1);
  std::ranges::fill(s.a, std::int8_t{0});
  std::ranges::fill(s.b, std::int8_t{0});
  settle_fields(s);
}

MaxSumPass update_max_sum(const BitMatrix& x, MaxSumState& s, double r, double margin, Stream& dither,
                          int threads) {
  assert(x.cols() == s.theta.size() && x.rows() == s.a.size() && x.rows() <= kMostFactors && margin >= 0);
  const std::size_t n = x.cols(), padded = x.stride() * kWordBits;
  const double half = std::min(margin / 2, static_cast<double>(n));
  const auto whole = static_cast<std::size_t>(half);
  const RankDraw draw{s.rank + whole, static_cast<std::uint32_t>((half - static_cast<double>(whole)) * 65536),
                      dither};

  // A thread is woken only for about 50 us of work or more.
  constexpr std::size_t kEdgesPerThread = std::size_t{1} << 20;
  const auto useful = static_cast<std::int64_t>(n * x.rows() / kEdgesPerThread);
  threads = static_cast<int>(std::clamp<std::int64_t>(useful, 1, std::max(threads, 1)));

  s.scratch.resize(static_cast<std::size_t>(threads));
  for (auto& scratch : s.scratch) {
    if (scratch.sums.size() == 0) {
      scratch.bytes = AlignedArray<std::int8_t>(padded);
      scratch.sums = AlignedArray<std::int32_t>(padded);
    }
    std::ranges::fill(scratch.sums, 0);
    scratch.pass = {};
  }
  const auto update = HWY_DYNAMIC_DISPATCH(update_factors);
  // At least 64 factors each, so that no two threads write to one cache line.
  parallel_ranges(x.rows(), 64, threads, [&](std::size_t begin, std::size_t end, std::size_t slot) {
    MaxSumState::Scratch& scratch = s.scratch[slot];
    scratch.pass += update(x, s, draw, begin, end, scratch);
  });
  if (draw.chance != 0) {
    dither.seek(dither.position() + (x.rows() + RankDraw::kPerWord - 1) / RankDraw::kPerWord);
  }
  MaxSumPass pass;
  auto& sums = s.scratch.front().sums;
  for (const MaxSumState::Scratch& scratch : s.scratch) {
    pass += scratch.pass;
    if (&scratch == &s.scratch.front()) continue;
    for (std::size_t i = 0; i < n; ++i) sums[i] += scratch.sums[i];
  }
  if (pass.errors == 0) return pass;
  HWY_DYNAMIC_DISPATCH(reinforce)(n, sums.data(), static_cast<float>(r), s.theta.data());
  settle_fields(s);
  return pass;
}

}  // namespace bitbasin
#endif  // HWY_ONCE
