// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/solution_space.h"

#include <algorithm>
#include <bit>
#include <cassert>

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

// Moves 64 sums by +1 where a bit of `up` is set and by -1 elsewhere; gives the bits of those that are then
// not negative, and of those that are 0 or -1: fields of +-1.
HWY_INLINE void move_word(std::int16_t* s, std::uint64_t up, std::uint64_t& positive, std::uint64_t& near) {
#if HWY_TARGET == HWY_SCALAR
  positive = near = 0;
  for (std::size_t i = 0; i < kWordBits; ++i) {
    s[i] = static_cast<std::int16_t>(s[i] + ((up >> i & 1) != 0 ? 1 : -1));
    positive |= std::uint64_t{s[i] >= 0} << i;
    near |= std::uint64_t{s[i] == 0 || s[i] == -1} << i;
  }
#else
  constexpr hn::CappedTag<std::int16_t, kWordBits> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  const auto* up_bytes = reinterpret_cast<const std::uint8_t*>(&up);
  for (std::size_t i = 0; i < kWordBits; i += kLanes) {
    const auto step = hn::IfThenElse(hn::LoadMaskBits(d, up_bytes + i / 8), hn::Set(d, 1), hn::Set(d, -1));
    const auto moved = hn::Add(hn::LoadU(d, s + i), step);
    hn::StoreU(moved, d, s + i);
    const auto sign = hn::ShiftRight<15>(moved);
    hn::StoreMaskBits(d, hn::Eq(sign, hn::Zero(d)), reinterpret_cast<std::uint8_t*>(&positive) + i / 8);
    hn::StoreMaskBits(d, hn::Eq(sign, moved), reinterpret_cast<std::uint8_t*>(&near) + i / 8);
  }
#endif
}

// All patterns of a unit; `changed` gets the bits of those whose sign changed.
void move_sums(std::int16_t* s, const std::uint64_t* up, std::uint64_t invert, std::size_t words,
               std::uint64_t* positive, std::uint64_t* near, std::uint64_t* changed) {
  for (std::size_t w = 0; w < words; ++w) {
    std::uint64_t now = 0, close = 0;
    move_word(s + w * kWordBits, up[w] ^ invert, now, close);
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

SolutionSpace::SolutionSpace(const CommitteeArray& network, const PatternSet& set)
    : shape_(network.shape),
      outputs_(network.outputs),
      patterns_(*set.patterns),
      inputs_(transpose(patterns_)),
      labels_(set.labels.begin(), set.labels.end()),
      weights_(network.shape.synapses()),
      rows_(network.weights),
      signs_(shape_.all_units(), patterns_.rows()),
      near_(shape_.all_units(), patterns_.rows()),
      votes_(shape_.committees * patterns_.rows()),
      pivotal_(shape_.committees, patterns_.rows()),
      positive_(shape_.committees, patterns_.rows()),
      committees_(patterns_.rows(), shape_.committees),
      breaks_(patterns_.rows(), shape_.committees),
      sums_(patterns_.rows() * shape_.labels),
      forbidden_(rows_.stride()),
      forbidden_unit_(shape_.all_units()) {
  if (shape_.depth != 1) {
    fail("expected a network with inputs of 1 bit to walk from, got {} bits", shape_.depth);
  }
  assert(labels_.size() == patterns_.rows());
  const std::size_t units = shape_.all_units(), count = patterns_.rows();
  const std::size_t padded = pattern_words() * kWordBits;
  expect_memory(2.0 * static_cast<double>(units) * static_cast<double>(padded),
                "the fields of all units and patterns");
  half_fields_.resize(units * padded);
  const auto centre = static_cast<std::int64_t>((shape_.inputs - 1) / 2);
  for (std::size_t u = 0; u < units; ++u) {
    for (std::size_t i = 0; i < shape_.inputs; ++i) weights_.set(u * shape_.inputs + i, rows_.get(u, i));
    for (std::size_t m = 0; m < count; ++m) {
      const auto s = centre - static_cast<std::int64_t>(hamming(rows_.row(u), patterns_.row(m)));
      half_fields_[u * padded + m] = static_cast<std::int16_t>(s);
      signs_.set(u, m, s >= 0);
      near_.set(u, m, s == 0 || s == -1);
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
  const auto weights = rows_.row(unit);
  for (std::size_t w = 0; w < near.size(); ++w) {
    // A unit is decisive where it votes with a majority of one.
    std::uint64_t decisive = near[w] & pivotal[w] & ~(signs[w] ^ positive[w]);
    for (; decisive != 0; decisive &= decisive - 1) {
      const std::size_t m = w * kWordBits + static_cast<std::size_t>(std::countr_zero(decisive));
      if (!breaks_.get(m, k)) continue;
      // The field changes its sign if the synapse votes with it.
      const auto x = patterns_.row(m);
      const std::uint64_t invert = signs_.get(unit, m) ? ~std::uint64_t{0} : 0;
      for (std::size_t v = 0; v < forbidden_.size(); ++v) forbidden_[v] |= weights[v] ^ x[v] ^ invert;
    }
  }
  clear_padding(forbidden_, shape_.inputs);
  return forbidden_;
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
  // The field gains 2 where the new weight agrees with the input, s gains 1.
  const std::size_t words = (patterns_.rows() + kWordBits - 1) / kWordBits;
  std::vector<std::uint64_t> changed(words);
  HWY_DYNAMIC_DISPATCH(move_sums)
  (half_fields_.data() + unit * pattern_words() * kWordBits, inputs_.row(i).data(),
   now ? 0 : ~std::uint64_t{0}, words, signs_.row(unit).data(), near_.row(unit).data(), changed.data());
  clear_padding(near_.row(unit), patterns_.rows());
  clear_padding(signs_.row(unit), patterns_.rows());
  changed.back() &= last_word_mask(patterns_.rows());
  for (std::size_t w = 0; w < words; ++w) {
    for (std::uint64_t bits = changed[w]; bits != 0; bits &= bits - 1) {
      flip_vote(unit, w * kWordBits + static_cast<std::size_t>(std::countr_zero(bits)));
    }
  }
}

void SolutionSpace::flip_vote(std::size_t unit, std::size_t pattern) {
  const std::size_t k = unit % shape_.committees;
  std::int16_t& votes = votes_[k * patterns_.rows() + pattern];
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
