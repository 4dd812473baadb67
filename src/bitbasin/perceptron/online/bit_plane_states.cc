// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/bit_plane_states.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/perceptron/online/bit_plane_states.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Change = BitPlaneStates::Change;

#if HWY_TARGET == HWY_SCALAR
using Bits = std::uint64_t;
constexpr std::size_t kWords = 1;
HWY_INLINE Bits load(const std::uint64_t* from) {
  return *from;
}
HWY_INLINE void store(Bits bits, std::uint64_t* to) {
  *to = bits;
}
HWY_INLINE Bits fill(std::uint64_t word) {
  return word;
}
HWY_INLINE Bits differ(Bits a, Bits b) {
  return a ^ b;
}
HWY_INLINE Bits and_not(Bits a, Bits b) {
  return a & ~b;
}
#else
using Words = hn::ScalableTag<std::uint64_t>;
using Bits = hn::Vec<Words>;
constexpr std::size_t kWords = hn::MaxLanes(Words());
HWY_INLINE Bits load(const std::uint64_t* from) {
  return hn::Load(Words(), from);
}
HWY_INLINE void store(Bits bits, std::uint64_t* to) {
  hn::Store(bits, Words(), to);
}
HWY_INLINE Bits fill(std::uint64_t word) {
  return hn::Set(Words(), word);
}
HWY_INLINE Bits differ(Bits a, Bits b) {
  return hn::Xor(a, b);
}
HWY_INLINE Bits and_not(Bits a, Bits b) {
  return hn::AndNot(b, a);
}
#endif

// With 16 registers to keep the carries in, the planes are loaded twice. A fence makes the compiler do so: if
// it keeps them instead, it stores other values, and learning takes half as long again (AVX2).
constexpr bool kFewRegisters = HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_SSSE3;

// One step up where `up` has a bit, otherwise down, for the synapses in `who`, whose planes are at `k`, one
// line apart. Returns W after it. Those at the bound stay: there bit j of k is bit j of bound - 1 on the way
// up and its complement on the way down, as -bound = ~(bound - 1). If all bits of bound - 1 are ones, they
// are those from where the carry would run into the sign; otherwise (kZeros) its zero bits are all ones in
// `zeros`.
template <std::size_t kMostPlanes, bool kZeros>
HWY_INLINE Bits step(std::uint64_t* k, Bits w, Bits up, Bits who, std::size_t planes,
                     const std::uint64_t* zeros) {
  const Bits turns = differ(w, up);
  Bits carries[kMostPlanes];  // on the way down borrows
  Bits carry = who, at_bound = and_not(who, turns);
  for (std::size_t j = 0; j < planes; ++j) {
    const Bits stops = differ(load(k + j * kLineWords), up);
    carries[j] = carry;
    carry = and_not(carry, stops);
    if (kZeros) at_bound = and_not(at_bound, differ(stops, fill(zeros[j])));
  }
  if (!kZeros) at_bound = and_not(carry, turns);
  if (kFewRegisters) std::atomic_signal_fence(std::memory_order_seq_cst);
  for (std::size_t j = 0; j < planes; ++j) {
    std::uint64_t* plane = k + j * kLineWords;
    store(differ(load(plane), and_not(carries[j], at_bound)), plane);
  }
  return differ(w, and_not(carry, at_bound));
}

// With kPlanes planes, or `planes` if that is 0.
template <std::size_t kPlanes, bool kZeros>
void change_all(Change what, std::uint64_t* HWY_RESTRICT k, std::uint64_t* HWY_RESTRICT w,
                const std::uint64_t* HWY_RESTRICT bits, std::size_t words, int reinforcement,
                std::size_t planes, const std::uint64_t* HWY_RESTRICT zeros) {
  constexpr bool kKnown = kPlanes > 0;
  constexpr std::size_t kMost = kKnown ? kPlanes : 15;
  const std::size_t count = kKnown ? kPlanes : planes;
  const Bits all = fill(~std::uint64_t{0});
  for (std::size_t word = 0; word < words; word += kWords) {
    std::uint64_t* line = k + word / kLineWords * kLineWords * count + word % kLineWords;
    const Bits x = load(bits + word), old = load(w + word);
    if (what == Change::learn && reinforcement == 0) {
      store(step<kMost, kZeros>(line, old, x, all, count, zeros), w + word);
    } else if (what == Change::reinforce) {
      step<kMost, kZeros>(line, old, old, x, count, zeros);
    } else {
      // x_i + reinforcement W_i is reinforcement + 1 steps away from zero where x_i = W_i, and reinforcement
      // - 1 where not.
      const Bits agree = and_not(all, differ(old, x));
      step<kMost, kZeros>(line, old, old, agree, count, zeros);
      for (int r = 0; r < reinforcement; ++r)
        step<kMost, kZeros>(line, old, old, r == 0 ? agree : all, count, zeros);
    }
  }
}

template <bool kZeros>
auto change_all_of(std::size_t planes) {
  switch (planes) {
    case 5:
      return change_all<5, kZeros>;
    case 6:
      return change_all<6, kZeros>;
    case 7:
      return change_all<7, kZeros>;
    case 8:
      return change_all<8, kZeros>;
    case 9:
      return change_all<9, kZeros>;
    default:
      return change_all<0, kZeros>;
  }
}

// The padding has bit 0 in patterns and masks and starts below zero, so it never rises and W keeps its zero
// padding.
void change_states(Change what, std::uint64_t* k, std::uint64_t* w, const std::uint64_t* bits,
                   std::size_t words, int reinforcement, std::size_t planes, const std::uint64_t* zeros) {
  const auto run = zeros == nullptr ? change_all_of<false>(planes) : change_all_of<true>(planes);
  run(what, k, w, bits, words, reinforcement, planes, zeros);
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(change_states);

namespace {

void replace(std::uint64_t& bits, std::uint64_t by, std::uint64_t mask) {
  bits ^= (bits ^ by) & mask;
}

}  // namespace

BitPlaneStates::BitPlaneStates(const BitVector& w, int bound)
    : bound_(bound),
      planes_(static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(bound - 1)))),
      w_(w),
      k_(w.words().size() *
         std::max<std::size_t>(1, planes_)),  // never empty, because offsets into it are computed
      zeros_(planes_) {
  assert(bound >= 1 && bound <= kLargestBound);
  for (std::size_t j = 0; j < planes_; ++j) {
    zeros_[j] = static_cast<unsigned>(bound - 1) >> j & 1 ? 0 : ~std::uint64_t{0};
  }
  // h = W, that is k = 0 or -1: all planes are the complement of W, the padding too.
  for (std::size_t word = 0; word < w.words().size(); ++word) {
    std::uint64_t* line = k_.data() + first_plane(word);
    for (std::size_t j = 0; j < planes_; ++j) line[j * kLineWords] = ~w.words()[word];
  }
}

int BitPlaneStates::h(std::size_t i) const {
  const std::size_t word = i / kWordBits;
  const std::uint64_t* line = k_.data() + first_plane(word);
  int k = w_[i] ? 0 : -(1 << planes_);
  for (std::size_t j = 0; j < planes_; ++j) {
    if (line[j * kLineWords] >> i % kWordBits & 1) k += 1 << j;
  }
  return 2 * k + 1;
}

void BitPlaneStates::change(Change change, std::span<const std::uint64_t> bits, int reinforcement) {
  assert(bits.size() == w_.words().size() && reinforcement >= 0);
  // More than `bound` steps away from zero have the same effect as `bound`.
  HWY_DYNAMIC_DISPATCH(change_states)
  (change, k_.data(), w_.words().data(), bits.data(), bits.size(), std::min(reinforcement, bound_), planes_,
   std::has_single_bit(static_cast<unsigned>(bound_)) ? nullptr : zeros_.data());
}

void BitPlaneStates::decay(std::span<const std::uint64_t> mask) {
  for (std::size_t word = 0; word < mask.size(); ++word) {
    // k is the number of steps from zero where W = 1, and its complement where W = -1.
    const std::uint64_t complemented = ~w_.words()[word];
    std::uint64_t* line = k_.data() + first_plane(word);
    std::uint64_t away = 0;
    for (std::size_t j = 0; j < planes_; ++j) away |= line[j * kLineWords] ^ complemented;
    std::uint64_t borrow = mask[word] & away;
    for (std::size_t j = 0; j < planes_; ++j) {
      const std::uint64_t steps = line[j * kLineWords] ^ complemented;
      line[j * kLineWords] ^= borrow;
      borrow &= ~steps;
    }
  }
}

void BitPlaneStates::reset(std::span<const std::uint64_t> mask, std::span<const std::uint64_t> w) {
  for (std::size_t word = 0; word < mask.size(); ++word) {
    std::uint64_t* line = k_.data() + first_plane(word);
    for (std::size_t j = 0; j < planes_; ++j) replace(line[j * kLineWords], ~w[word], mask[word]);
    replace(w_.words()[word], w[word], mask[word]);
  }
}

void BitPlaneStates::restore(const BitPlaneStates& before, std::span<const std::uint64_t> mask) {
  assert(before.bound_ == bound_ && before.size() == size());
  for (std::size_t word = 0; word < mask.size(); ++word) {
    for (std::size_t j = 0; j < planes_; ++j) {
      const std::size_t plane = first_plane(word) + j * kLineWords;
      replace(k_[plane], before.k_[plane], mask[word]);
    }
    replace(w_.words()[word], before.w_.words()[word], mask[word]);
  }
}

}  // namespace bitbasin
#endif  // HWY_ONCE
