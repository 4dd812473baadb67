// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/median_select.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/perceptron/messages/median_select.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/perceptron/messages/median_select-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

TwoRanks select_ranks_target(const CavityFields& fields, std::size_t k, int guess, std::int8_t* bytes,
                             std::uint64_t* next_top) {
  return select_ranks_one(fields, k, guess, bytes, next_top);
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(select_ranks_target);

TwoRanks select_ranks(const CavityFields& fields, std::size_t k, int guess, std::span<std::int8_t> bytes,
                      std::uint64_t* next_top) {
  assert(k >= 1 && k <= fields.words * kWordBits && bytes.size() >= fields.words * kWordBits);
  return HWY_DYNAMIC_DISPATCH(select_ranks_target)(fields, k, guess, bytes.data(), next_top);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
