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

#include "bitbasin/bits/popcount-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// A flip lowers the patterns where x_ki = W_i: column ^ invert, with `invert` 0 for W_i = +1, otherwise all
// ones. Counts those in `once` or in `twice`, and with kTwice those in `twice` again.
template <bool kTwice>
HWY_INLINE std::int64_t count_lowered_in(const std::uint64_t* column, std::uint64_t invert,
                                         const std::uint64_t* once, const std::uint64_t* twice,
                                         std::size_t words) {
  const auto inverted = BitCounter::fill(invert);
  BitCounter counter;
  for (std::size_t line = 0; line < words; line += kLineWords) {
    for (std::size_t k = line; k < line + kLineWords; k += BitCounter::kWords) {
      const auto down = BitCounter::differ(BitCounter::load(column + k), inverted);
      const auto second = BitCounter::load(twice + k);
      counter.add(BitCounter::both(down, BitCounter::either(BitCounter::load(once + k), second)));
      if (kTwice) counter.add(BitCounter::both(down, second));
    }
    counter.flush();
  }
  return static_cast<std::int64_t>(counter.total());
}

std::int64_t count_lowered(const std::uint64_t* column, std::uint64_t invert, const std::uint64_t* one,
                           const std::uint64_t* other, std::size_t words) {
  return count_lowered_in<false>(column, invert, one, other, words);
}

std::int64_t count_lowered_twice(const std::uint64_t* column, std::uint64_t invert, const std::uint64_t* once,
                                 const std::uint64_t* twice, std::size_t words) {
  return count_lowered_in<true>(column, invert, once, twice, words);
}

// t += 1 where Delta rises, t -= 1 (plus all ones) where it falls. Returns how many have t = -1 after it.
// Where there is no pattern, all digits and masks stay zero.
std::int64_t step(const std::uint64_t* column, std::uint64_t invert, const std::uint64_t* used,
                  std::uint64_t* steps, std::uint64_t* just_right, std::uint64_t* just_wrong,
                  std::uint64_t* wrong, std::size_t words, std::size_t digits) {
  using B = BitCounter;
  const auto inverted = B::fill(invert);
  BitCounter just_wrong_count;
  for (std::size_t line = 0; line < words; line += kLineWords) {
    for (std::size_t k = line; k < line + kLineWords; k += B::kWords) {
      const auto present = B::load(used + k);
      const auto down = B::both(B::differ(B::load(column + k), inverted), present);
      auto carry = B::differ(present, down);  // one step up for the others
      auto any = B::fill(0), all = present, sum = B::fill(0);
      std::uint64_t* digit = steps + line * digits + (k - line);
      for (std::size_t j = 0; j < digits; ++j, digit += kLineWords) {
        const auto old = B::load(digit), half = B::differ(old, down);
        sum = B::differ(half, carry);
        carry = B::either(B::both(old, down), B::both(half, carry));
        any = B::either(any, sum);
        all = B::both(all, sum);
        B::store(sum, digit);
      }
      B::store(B::differ(present, any), just_right + k);
      B::store(all, just_wrong + k);
      B::store(sum, wrong + k);  // the sign
      just_wrong_count.add(all);
    }
    just_wrong_count.flush();
  }
  return static_cast<std::int64_t>(just_wrong_count.total());
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(count_lowered);
HWY_EXPORT(count_lowered_twice);
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
    : count_lowered_(HWY_DYNAMIC_DISPATCH(count_lowered)),
      count_lowered_twice_(HWY_DYNAMIC_DISPATCH(count_lowered_twice)),
      step_(HWY_DYNAMIC_DISPATCH(step)),
      constraints_(instance),
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
  just_wrong_count_ = 0;
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
    just_wrong_count_ += t == -1;
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

// Of the just wrong ones, all that are not lowered become right: their number is that of all less that of
// those lowered.
std::int64_t Stabilities::error_change(std::size_t i) const {
  return count_lowered_(columns_.row(i).data(), inverter(weights_, i), just_right_.data(), just_wrong_.data(),
                        columns_.stride()) -
         just_wrong_count_;
}

std::int64_t Stabilities::depth_change(std::size_t i) const {
  return count_lowered_twice_(columns_.row(i).data(), inverter(weights_, i), just_right_.data(),
                              wrong_.data(), columns_.stride()) -
         static_cast<std::int64_t>(errors_);
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
  const std::int64_t errors = error_change(i);
  depth_ += depth_change(i);
  errors_ = static_cast<std::size_t>(static_cast<std::int64_t>(errors_) + errors);
  just_wrong_count_ =
      step_(columns_.row(i).data(), inverter(weights_, i), used_.words().data(), steps_.data(),
            just_right_.data(), just_wrong_.data(), wrong_.data(), columns_.stride(), digits_);
  weights_.flip(i);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
