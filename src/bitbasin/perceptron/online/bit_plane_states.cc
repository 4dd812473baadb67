// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/bit_plane_states.h"

#include <algorithm>
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

// The states of some synapses, loaded from memory.
template <std::size_t kMostPlanes>
struct States {
  Bits planes[kMostPlanes];
  Bits w;

  HWY_INLINE States() {}  // spelt out: GCC gives implicit constructors no target

  // One step up where `up` has a bit, otherwise down, for the synapses in `who`. Those at the bound stay:
  // there bit j of k is bit j of bound - 1 on the way up and its complement on the way down, as -bound =
  // ~(bound - 1).
  HWY_INLINE void step(Bits up, Bits who, std::size_t count, const std::uint64_t* bounds) {
    Bits at_bound = and_not(who, differ(w, up));
    for (std::size_t j = 0; j < count; ++j) {
      at_bound = and_not(at_bound, differ(differ(planes[j], up), fill(bounds[j])));
    }
    Bits carry = and_not(who, at_bound);  // on the way down a borrow
    for (std::size_t j = 0; j < count; ++j) {
      const Bits old = planes[j];
      planes[j] = differ(old, carry);
      carry = and_not(carry, differ(old, up));
    }
    w = differ(w, carry);
  }

  HWY_INLINE void change(Change what, Bits bits, int reinforcement, std::size_t count,
                         const std::uint64_t* bounds) {
    const Bits all = fill(~std::uint64_t{0});
    if (what == Change::learn && reinforcement == 0) return step(bits, all, count, bounds);
    if (what == Change::reinforce) return step(w, bits, count, bounds);
    const Bits agree = and_not(all, differ(w, bits));
    step(w, agree, count, bounds);
    // x_i + reinforcement W_i is reinforcement + 1 steps away from zero where x_i = W_i, and reinforcement -
    // 1 where not.
    for (int r = 0; r < reinforcement; ++r) step(w, r == 0 ? agree : all, count, bounds);
  }
};

// With a number of planes known to the compiler the states of a line stay in registers.
template <std::size_t kPlanes>
void change_all(Change what, std::uint64_t* HWY_RESTRICT k, std::uint64_t* HWY_RESTRICT w,
                const std::uint64_t* HWY_RESTRICT bits, std::size_t words, int reinforcement,
                std::size_t planes, const std::uint64_t* HWY_RESTRICT bounds) {
  constexpr bool kKnown = kPlanes > 0;
  const std::size_t count = kKnown ? kPlanes : planes;
  for (std::size_t word = 0; word < words; word += kWords) {
    std::uint64_t* line = k + word / kLineWords * kLineWords * count + word % kLineWords;
    States<kKnown ? kPlanes : 15> states;
    states.w = load(w + word);
    for (std::size_t j = 0; j < count; ++j) states.planes[j] = load(line + j * kLineWords);
    states.change(what, load(bits + word), reinforcement, count, bounds);
    for (std::size_t j = 0; j < count; ++j) store(states.planes[j], line + j * kLineWords);
    store(states.w, w + word);
  }
}

// The padding has bit 0 in patterns and masks and starts below zero, so it never rises and W keeps its zero
// padding.
void change_states(Change what, std::uint64_t* k, std::uint64_t* w, const std::uint64_t* bits,
                   std::size_t words, int reinforcement, std::size_t planes, const std::uint64_t* bounds) {
  const auto run = [&] {
    switch (planes) {
      case 5:
        return change_all<5>;
      case 6:
        return change_all<6>;
      case 7:
        return change_all<7>;
      case 8:
        return change_all<8>;
      case 9:
        return change_all<9>;
      default:
        return change_all<0>;
    }
  }();
  run(what, k, w, bits, words, reinforcement, planes, bounds);
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(change_states);

BitPlaneStates::BitPlaneStates(const BitVector& w, int bound)
    : bound_(bound),
      planes_(static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(bound - 1)))),
      w_(w),
      k_(w.words().size() *
         std::max<std::size_t>(1, planes_)),  // never empty, because offsets into it are computed
      bounds_(planes_) {
  assert(bound >= 1 && bound <= kLargestBound);
  for (std::size_t j = 0; j < planes_; ++j) {
    bounds_[j] = static_cast<unsigned>(bound - 1) >> j & 1 ? 0 : ~std::uint64_t{0};
  }
  // h = W, that is k = 0 or -1: all planes are the complement of W, the padding too.
  for (std::size_t word = 0; word < w.words().size(); ++word) {
    std::uint64_t* line = k_.data() + word / kLineWords * kLineWords * planes_ + word % kLineWords;
    for (std::size_t j = 0; j < planes_; ++j) line[j * kLineWords] = ~w.words()[word];
  }
}

int BitPlaneStates::h(std::size_t i) const {
  const std::size_t word = i / kWordBits;
  const std::uint64_t* line = k_.data() + word / kLineWords * kLineWords * planes_ + word % kLineWords;
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
   bounds_.data());
}

}  // namespace bitbasin
#endif  // HWY_ONCE
