// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/search/stabilities.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <vector>

#include "bitbasin/bits/dot.h"
#include "bitbasin/bits/transpose.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/perceptron/search/stabilities.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

// Plain loops over words, compiled once per target: with its population count and its vectors they are as
// fast as intrinsics here.
HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// Patterns whose Delta the flip lowers: those where x_ki = W_i. `invert` is 0 for W_i = +1, otherwise all
// ones.
HWY_INLINE std::uint64_t lowered(std::uint64_t column, std::uint64_t invert, std::uint64_t used) {
  return (column ^ invert) & used;
}

// Lowered patterns in `hurt` less raised patterns in `helped`.
std::int64_t count_change(const std::uint64_t* column, std::uint64_t invert, const std::uint64_t* used,
                          const std::uint64_t* hurt, const std::uint64_t* helped, std::size_t words) {
  std::int64_t change = 0;
  for (std::size_t w = 0; w < words; ++w) {
    const std::uint64_t down = lowered(column[w], invert, used[w]);
    change += std::popcount(down & hurt[w]);
    change -= std::popcount(helped[w] & ~down);
  }
  return change;
}

// As above with hurt = just_right | wrong and helped = wrong.
std::int64_t count_depth(const std::uint64_t* column, std::uint64_t invert, const std::uint64_t* used,
                         const std::uint64_t* just_right, const std::uint64_t* wrong, std::size_t words) {
  std::int64_t change = 0;
  for (std::size_t w = 0; w < words; ++w) {
    const std::uint64_t down = lowered(column[w], invert, used[w]);
    change += std::popcount(down & (just_right[w] | wrong[w]));
    change -= std::popcount(wrong[w] & ~down);
  }
  return change;
}

// t += 1 where Delta rises, t -= 1 (plus all ones) where it falls.
void step(const std::uint64_t* column, std::uint64_t invert, const std::uint64_t* used, std::uint64_t* steps,
          std::uint64_t* just_right, std::uint64_t* just_wrong, std::uint64_t* wrong, std::size_t words,
          std::size_t digits) {
  for (std::size_t line = 0; line < words; line += kLineWords) {
    std::uint64_t down[kLineWords], carry[kLineWords], any[kLineWords] = {}, all[kLineWords];
    for (std::size_t w = 0; w < kLineWords; ++w) {
      down[w] = lowered(column[line + w], invert, used[line + w]);
      carry[w] = used[line + w] & ~down[w];
      all[w] = used[line + w];
    }
    std::uint64_t* digit = steps + line * digits;
    for (std::size_t j = 0; j < digits; ++j, digit += kLineWords) {
      for (std::size_t w = 0; w < kLineWords; ++w) {
        const std::uint64_t half = digit[w] ^ down[w];
        const std::uint64_t sum = half ^ carry[w];
        carry[w] = (digit[w] & down[w]) | (half & carry[w]);
        digit[w] = sum;
        any[w] |= sum;
        all[w] &= sum;
      }
    }
    const std::uint64_t* sign = digit - kLineWords;
    for (std::size_t w = 0; w < kLineWords; ++w) {
      just_right[line + w] = used[line + w] & ~any[w];
      just_wrong[line + w] = all[w];
      wrong[line + w] = sign[w];
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(count_change);
HWY_EXPORT(count_depth);
HWY_EXPORT(step);

namespace {

// Zero where W_i = +1, so that x_ki xor it is one where Delta_k falls.
std::uint64_t inverter(const BitVector& weights, std::size_t i) {
  return weights[i] ? 0 : ~std::uint64_t{0};
}

// Of t, whose size is at most (n + |least|) / 2.
std::size_t digits_for(std::size_t n, std::int32_t least) {
  return static_cast<std::size_t>(std::bit_width(n / 2 + static_cast<std::size_t>(std::abs(least)) / 2 + 2)) +
         1;
}

}  // namespace

Stabilities::Stabilities(const PerceptronInstance& instance, const BitVector& weights, int threads)
    : constraints_(instance),
      threads_(threads),
      columns_(transpose(constraints_.x(), threads)),
      digits_(digits_for(instance.n(), constraints_.least())),
      steps_(columns_.stride() * digits_),
      just_right_(columns_.stride()),
      just_wrong_(columns_.stride()),
      wrong_(columns_.stride()),
      used_(bounds()) {
  for (std::size_t k = 0; k < bounds(); ++k) used_.set(k, true);
  assign(weights);
}

void Stabilities::assign(const BitVector& weights) {
  weights_ = weights;
  std::vector<std::int32_t> delta(bounds());
  dots(constraints_.x(), weights, delta, threads_);
  errors_ = 0;
  depth_ = 0;
  std::ranges::fill(steps_, 0);
  for (auto* mask : {&just_right_, &just_wrong_, &wrong_}) std::ranges::fill(*mask, 0);
  for (std::size_t k = 0; k < delta.size(); ++k) {
    const std::int64_t t = (delta[k] - constraints_.least()) / 2;  // exact: both have the parity of N
    const std::size_t word = k / kWordBits;
    const std::uint64_t bit = std::uint64_t{1} << k % kWordBits;
    std::uint64_t* digit = &steps_[word / kLineWords * kLineWords * digits_ + word % kLineWords];
    for (std::size_t j = 0; j < digits_; ++j) {
      if (t >> j & 1) digit[j * kLineWords] |= bit;
    }
    if (t == 0) just_right_[word] |= bit;
    if (t == -1) just_wrong_[word] |= bit;
    if (t < 0) wrong_[word] |= bit;
    errors_ += t < 0;
    depth_ += std::max<std::int64_t>(0, -t);
  }
}

std::int64_t Stabilities::steps(std::size_t k) const {
  const std::size_t word = k / kWordBits;
  const std::uint64_t* digit = &steps_[word / kLineWords * kLineWords * digits_ + word % kLineWords];
  std::int64_t t = 0;
  for (std::size_t j = 0; j < digits_; ++j) {
    const auto bit = static_cast<std::int64_t>(digit[j * kLineWords] >> k % kWordBits & 1);
    t += (j + 1 == digits_ ? -bit : bit) * (std::int64_t{1} << j);
  }
  return t;
}

std::int64_t Stabilities::error_change(std::size_t i) const {
  return HWY_DYNAMIC_DISPATCH(count_change)(columns_.row(i).data(), inverter(weights_, i),
                                            used_.words().data(), just_right_.data(), just_wrong_.data(),
                                            columns_.stride());
}

std::int64_t Stabilities::depth_change(std::size_t i) const {
  return HWY_DYNAMIC_DISPATCH(count_depth)(columns_.row(i).data(), inverter(weights_, i),
                                           used_.words().data(), just_right_.data(), wrong_.data(),
                                           columns_.stride());
}

bool Stabilities::breaks_none(std::size_t i) const {
  const std::uint64_t* column = columns_.row(i).data();
  const std::uint64_t invert = inverter(weights_, i);
  for (std::size_t w = 0; w < columns_.stride(); ++w) {
    if (((column[w] ^ invert) & just_right_[w]) != 0) return false;
  }
  return true;
}

void Stabilities::flip(std::size_t i) {
  errors_ = static_cast<std::size_t>(static_cast<std::int64_t>(errors_) + error_change(i));
  depth_ += depth_change(i);
  HWY_DYNAMIC_DISPATCH(step)
  (columns_.row(i).data(), inverter(weights_, i), used_.words().data(), steps_.data(), just_right_.data(),
   just_wrong_.data(), wrong_.data(), columns_.stride(), digits_);
  weights_.flip(i);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
