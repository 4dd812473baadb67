// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/solution_space.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/dot.h"
#include "bitbasin/bits/transpose.h"
#include "bitbasin/data/memory_limit.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/network/solution_space.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Moves 64 sums by an input each, whose bit p is that of up[p]; gives the bits of those that are then not
// negative, and of those less than `levels` from a change of sign (see distance()).
HWY_INLINE void move_word(std::int16_t* s, const std::uint64_t* up, std::size_t depth, int levels,
                          std::uint64_t& positive, std::uint64_t& near) {
#if HWY_TARGET == HWY_SCALAR
  positive = near = 0;
  for (std::size_t i = 0; i < kWordBits; ++i) {
    int step = 0;
    for (std::size_t p = 0; p < depth; ++p) step += (up[p] >> i & 1) != 0 ? 1 << p : -(1 << p);
    s[i] = static_cast<std::int16_t>(s[i] + step);
    positive |= std::uint64_t{s[i] >= 0} << i;
    near |= std::uint64_t{(s[i] >= 0 ? s[i] : ~s[i]) < levels} << i;
  }
#else
  constexpr hn::CappedTag<std::int16_t, kWordBits> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  const auto bound = hn::Set(d, static_cast<std::int16_t>(levels));
  for (std::size_t i = 0; i < kWordBits; i += kLanes) {
    auto moved = hn::LoadU(d, s + i);
    for (std::size_t p = 0; p < depth; ++p) {
      const auto* up_bytes = reinterpret_cast<const std::uint8_t*>(up + p);
      const auto digit = hn::Set(d, static_cast<std::int16_t>(1 << p));
      moved = hn::Add(moved, hn::IfThenElse(hn::LoadMaskBits(d, up_bytes + i / 8), digit, hn::Neg(digit)));
    }
    hn::StoreU(moved, d, s + i);
    const auto sign = hn::ShiftRight<15>(moved);
    hn::StoreMaskBits(d, hn::Eq(sign, hn::Zero(d)), reinterpret_cast<std::uint8_t*>(&positive) + i / 8);
    hn::StoreMaskBits(d, hn::Lt(hn::Xor(sign, moved), bound), reinterpret_cast<std::uint8_t*>(&near) + i / 8);
  }
#endif
}

// All patterns of a unit; inputs[p] are bit p of the input that moves the sums, and `changed` gets the bits
// of those whose sign changed.
void move_sums(std::int16_t* s, const std::uint64_t* const* inputs, std::size_t depth, std::uint64_t invert,
               std::size_t words, std::uint64_t* positive, std::uint64_t* near, std::uint64_t* changed) {
  const int levels = (1 << depth) - 1;
  for (std::size_t w = 0; w < words; ++w) {
    std::uint64_t up[kMostDepth], now = 0, close = 0;
    for (std::size_t p = 0; p < depth; ++p) up[p] = inputs[p][w] ^ invert;
    move_word(s + w * kWordBits, up, depth, levels, now, close);
    changed[w] = now ^ positive[w];
    positive[w] = now;
    near[w] = close;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(move_sums);

namespace {

// How many flips of inputs +-1 a sum s = (field - 1) / 2 is away from a change of its sign, less one: 0 for
// the fields +-1, 1 for +-3, and so on.
int distance(int sum) {
  return sum >= 0 ? sum : ~sum;
}

// Matrix p has a row per input and a column per pattern: bit p of the inputs.
std::vector<BitMatrix> by_input(const BitMatrix& patterns, std::size_t depth) {
  std::vector<BitMatrix> inputs;
  for (std::size_t p = 0; p < depth; ++p) {
    BitMatrix plane(patterns.rows() / depth, patterns.cols());
    for (std::size_t m = 0; m < plane.rows(); ++m) {
      std::ranges::copy(patterns.row(m * depth + p), plane.row(m).begin());
    }
    inputs.push_back(transpose(plane));
  }
  return inputs;
}

// Adds to `out` the inputs i for which the bits p where w_i and x_i agree, or differ if `invert` is zero,
// spell a number larger than c: compared for all inputs together, from the highest bit down.
template <std::size_t kDepth>
void add_larger(std::span<const std::uint64_t> w, const PatternView& x, std::uint64_t invert, unsigned c,
                std::span<std::uint64_t> out) {
  const std::uint64_t* bits[kDepth];
  std::uint64_t digits[kDepth];
  for (std::size_t p = 0; p < kDepth; ++p) {
    bits[p] = x.bits(p).data();
    digits[p] = (c >> p & 1) != 0 ? ~std::uint64_t{0} : 0;
  }
  for (std::size_t v = 0; v < out.size(); ++v) {
    std::uint64_t larger = 0, equal = ~std::uint64_t{0};
    for (std::size_t p = kDepth; p-- > 0;) {
      const std::uint64_t agrees = w[v] ^ bits[p][v] ^ invert;
      larger |= equal & agrees & ~digits[p];
      equal &= ~(agrees ^ digits[p]);
    }
    out[v] |= larger;
  }
}

}  // namespace

SolutionSpace::SolutionSpace(const CommitteeArray& network, const PatternSet& set)
    : shape_(network.shape),
      outputs_(network.outputs),
      patterns_(*set.patterns),
      inputs_(by_input(patterns_, shape_.depth)),
      labels_(set.labels.begin(), set.labels.end()),
      weights_(network.shape.synapses()),
      rows_(network.weights),
      signs_(shape_.all_units(), labels_.size()),
      near_(shape_.all_units(), labels_.size()),
      votes_(shape_.committees * labels_.size()),
      pivotal_(shape_.committees, labels_.size()),
      positive_(shape_.committees, labels_.size()),
      committees_(labels_.size(), shape_.committees),
      breaks_(labels_.size(), shape_.committees),
      sums_(labels_.size() * shape_.labels),
      forbidden_(rows_.stride()),
      forbidden_unit_(shape_.all_units()) {
  assert(set.depth == shape_.depth && patterns_.rows() == labels_.size() * shape_.depth);
  const auto levels = static_cast<std::size_t>(shape_.levels());
  if (shape_.inputs * levels > kLargestField) {
    fail("expected a network with at most {} inputs of {} bits to walk from, got {}", kLargestField / levels,
         shape_.depth, shape_.inputs);
  }
  const std::size_t units = shape_.all_units(), count = labels_.size();
  const std::size_t padded = pattern_words() * kWordBits;
  expect_memory(2.0 * static_cast<double>(units) * static_cast<double>(padded),
                "the fields of all units and patterns");
  half_fields_.resize(units * padded);
  for (std::size_t u = 0; u < units; ++u) {
    for (std::size_t i = 0; i < shape_.inputs; ++i) weights_.set(u * shape_.inputs + i, rows_.get(u, i));
    for (std::size_t m = 0; m < count; ++m) {
      const int s = (unit_field(rows_.row(u), input(m)) - 1) / 2;
      half_fields_[u * padded + m] = static_cast<std::int16_t>(s);
      signs_.set(u, m, s >= 0);
      near_.set(u, m, distance(s) < shape_.levels());
      std::int16_t& votes = votes_[u % shape_.committees * count + m];
      votes = static_cast<std::int16_t>(votes + (s >= 0 ? 1 : -1));
    }
  }
  for (std::size_t m = 0; m < count; ++m) {
    for (std::size_t k = 0; k < shape_.committees; ++k) {
      const int votes = votes_[k * count + m];
      positive_.set(k, m, votes > 0);
      committees_.set(m, k, votes > 0);
      pivotal_.set(k, m, votes == 1 || votes == -1);
    }
    std::vector<int> sums(shape_.labels);
    for (std::size_t l = 0; l < shape_.labels; ++l) {
      const auto differ = static_cast<int>(hamming(outputs_.row(l), committees_.row(m)));
      sums[l] = static_cast<int>(shape_.committees) - 2 * differ;
      sums_[m * shape_.labels + l] = static_cast<std::int16_t>(sums[l]);
    }
    if (label_margin(sums, labels_[m]) <= 0) {
      fail("expected a network without errors on its {} patterns, but pattern {} is wrong or tied", count,
           m + 1);
    }
    refresh_breaks(m);
  }
}

// Flipping committee k takes 4 from S_right - S_l where it votes for the right label and against l, and never
// lowers another margin.
void SolutionSpace::refresh_breaks(std::size_t pattern) {
  const std::int16_t* sums = sums_.data() + pattern * shape_.labels;
  const std::size_t right = labels_[pattern];
  const auto wanted = outputs_.row(right), committees = committees_.row(pattern);
  const auto breaks = breaks_.row(pattern);
  std::ranges::fill(breaks, 0);
  for (std::size_t l = 0; l < shape_.labels; ++l) {
    if (l == right || sums[right] - sums[l] > 4) continue;
    const auto other = outputs_.row(l);
    for (std::size_t w = 0; w < breaks.size(); ++w) {
      breaks[w] |= (wanted[w] ^ other[w]) & ~(wanted[w] ^ committees[w]);
    }
  }
}

std::span<const std::uint64_t> SolutionSpace::forbidden(std::size_t unit) const {
  if (unit == forbidden_unit_) return forbidden_;
  std::ranges::fill(forbidden_, 0);
  forbidden_unit_ = unit;
  const std::size_t k = unit % shape_.committees;
  const auto near = near_.row(unit), signs = signs_.row(unit);
  const auto pivotal = pivotal_.row(k), positive = positive_.row(k);
  for (std::size_t w = 0; w < near.size(); ++w) {
    // A unit is decisive where it votes with a majority of one.
    std::uint64_t decisive = near[w] & pivotal[w] & ~(signs[w] ^ positive[w]);
    for (; decisive != 0; decisive &= decisive - 1) {
      const std::size_t m = w * kWordBits + static_cast<std::size_t>(std::countr_zero(decisive));
      if (!breaks_.get(m, k)) continue;
      forbid_decisive(unit, m);
    }
  }
  clear_padding(forbidden_, shape_.inputs);
  return forbidden_;
}

// A flip takes sign(s) W xi from the distance to a change of sign, which it passes if that is more than the
// distance. The bits p where W agrees with sign(s) xi spell q = (sign(s) W xi + 2^D - 1) / 2, so the flips to
// forbid are those with q > c.
void SolutionSpace::forbid_decisive(std::size_t unit, std::size_t pattern) const {
  const std::uint64_t invert = signs_.get(unit, pattern) ? ~std::uint64_t{0} : 0;
  // Where inputs are signs, near means 0; the sums are too many to be read without need.
  const std::size_t at = unit * pattern_words() * kWordBits + pattern;
  const int far = shape_.depth == 1 ? 0 : distance(half_fields_[at]);
  const auto c = static_cast<unsigned>((far + shape_.levels()) / 2);
  constexpr decltype(&add_larger<1>) kByDepth[] = {add_larger<1>, add_larger<2>, add_larger<3>,
                                                   add_larger<4>};
  static_assert(std::size(kByDepth) == kMostDepth);
  kByDepth[shape_.depth - 1](rows_.row(unit), input(pattern), invert, c, forbidden_);
}

bool SolutionSpace::allows(std::size_t synapse) const {
  const std::size_t i = synapse % shape_.inputs;
  return (forbidden(synapse / shape_.inputs)[i / kWordBits] >> i % kWordBits & 1) == 0;
}

void SolutionSpace::flip(std::size_t synapse) {
  const std::size_t unit = synapse / shape_.inputs, i = synapse % shape_.inputs;
  weights_.flip(synapse);
  const bool now = weights_[synapse];
  rows_.set(unit, i, now);
  forbidden_unit_ = shape_.all_units();
  // The field gains twice the new weight times the input, s half of that.
  const std::size_t count = labels_.size(), words = (count + kWordBits - 1) / kWordBits;
  std::vector<std::uint64_t> changed(words);
  const std::uint64_t* inputs[kMostDepth];
  for (std::size_t p = 0; p < shape_.depth; ++p) inputs[p] = inputs_[p].row(i).data();
  HWY_DYNAMIC_DISPATCH(move_sums)
  (half_fields_.data() + unit * pattern_words() * kWordBits, inputs, shape_.depth,
   now ? 0 : ~std::uint64_t{0}, words, signs_.row(unit).data(), near_.row(unit).data(), changed.data());
  clear_padding(near_.row(unit), count);
  clear_padding(signs_.row(unit), count);
  changed.back() &= last_word_mask(count);
  for (std::size_t w = 0; w < words; ++w) {
    for (std::uint64_t bits = changed[w]; bits != 0; bits &= bits - 1) {
      flip_vote(unit, w * kWordBits + static_cast<std::size_t>(std::countr_zero(bits)));
    }
  }
}

void SolutionSpace::flip_vote(std::size_t unit, std::size_t pattern) {
  const std::size_t k = unit % shape_.committees;
  std::int16_t& votes = votes_[k * labels_.size() + pattern];
  const bool before = votes > 0;
  votes = static_cast<std::int16_t>(votes + (signs_.get(unit, pattern) ? 2 : -2));
  pivotal_.set(k, pattern, votes == 1 || votes == -1);
  if ((votes > 0) == before) return;
  positive_.set(k, pattern, votes > 0);
  committees_.set(pattern, k, votes > 0);
  std::int16_t* sums = sums_.data() + pattern * shape_.labels;
  for (std::size_t l = 0; l < shape_.labels; ++l) {
    sums[l] = static_cast<std::int16_t>(sums[l] + (votes > 0 ? 2 : -2) * outputs_.sign(l, k));
  }
  refresh_breaks(pattern);
}

CommitteeArray SolutionSpace::network() const {
  return {shape_, rows_, outputs_};
}

}  // namespace bitbasin
#endif  // HWY_ONCE
