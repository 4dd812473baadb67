// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/unit_votes.h"

#include <algorithm>

#include "bitbasin/models/majority.h"

namespace bitbasin {

UnitVotes::UnitVotes(const CommitteeInstance& instance, const BitVector& weights)
    : instance_(&instance),
      signs_(instance.x.cols() * instance.patterns()),
      sums_(instance.units() * instance.patterns()),
      positive_(instance.patterns()) {
  const std::size_t patterns = instance.patterns();
  for (std::size_t c = 0; c < instance.x.cols(); ++c) {
    for (std::size_t k = 0; k < patterns; ++k) {
      signs_[c * patterns + k] = static_cast<std::int8_t>(instance.x.sign(k, c));
    }
  }
  assign(weights);
}

void UnitVotes::assign(const BitVector& weights) {
  weights_ = weights;
  const std::size_t patterns = instance_->patterns(), inputs = instance_->n();
  std::ranges::fill(sums_, 0);
  std::ranges::fill(positive_, 0);
  for (std::size_t l = 0; l < instance_->units(); ++l) {
    std::int32_t* sums = sums_.data() + l * patterns;
    for (std::size_t i = 0; i < inputs; ++i) {
      const std::int8_t* signs = signs_.data() + instance_->column(l, i) * patterns;
      const std::int32_t w = weights_.sign(l * inputs + i);
      for (std::size_t k = 0; k < patterns; ++k) sums[k] += w * signs[k];
    }
    for (std::size_t k = 0; k < patterns; ++k) positive_[k] += sums[k] > 0;
  }
  errors_ = static_cast<std::size_t>(std::ranges::count_if(positive_, [&](std::int32_t positive) {
    return !MajorityModel::allows(static_cast<std::size_t>(positive), instance_->units());
  }));
}

template <class F>
void UnitVotes::for_changed_votes(std::size_t i, F f) const {
  const std::size_t patterns = instance_->patterns(), unit = i / instance_->n(), input = i % instance_->n();
  const std::int8_t* signs = signs_.data() + instance_->column(unit, input) * patterns;
  const std::int32_t* sums = sums_.data() + unit * patterns;
  const std::int32_t w = weights_.sign(i);
  for (std::size_t k = 0; k < patterns; ++k) {
    // Sums are odd: a vote changes where +1 falls or -1 rises.
    if (sums[k] * w * signs[k] == 1) f(k, sums[k] > 0 ? -1 : 1);
  }
}

std::int64_t UnitVotes::error_change(std::size_t i) const {
  const auto half = static_cast<std::int32_t>(instance_->units() / 2);
  std::int64_t change = 0;
  for_changed_votes(i, [&](std::size_t k, int vote) {
    if (vote < 0 && positive_[k] == half + 1) ++change;
    if (vote > 0 && positive_[k] == half) --change;
  });
  return change;
}

bool UnitVotes::breaks_none(std::size_t i) const {
  const auto half = static_cast<std::int32_t>(instance_->units() / 2);
  bool breaks = false;
  for_changed_votes(i, [&](std::size_t k, int vote) { breaks |= vote < 0 && positive_[k] == half + 1; });
  return !breaks;
}

void UnitVotes::flip(std::size_t i) {
  errors_ = static_cast<std::size_t>(static_cast<std::int64_t>(errors_) + error_change(i));
  for_changed_votes(i, [&](std::size_t k, int vote) { positive_[k] += vote; });
  const std::size_t patterns = instance_->patterns(), unit = i / instance_->n(), input = i % instance_->n();
  const std::int8_t* signs = signs_.data() + instance_->column(unit, input) * patterns;
  std::int32_t* sums = sums_.data() + unit * patterns;
  const std::int32_t step = -2 * weights_.sign(i);
  for (std::size_t k = 0; k < patterns; ++k) sums[k] += step * signs[k];
  weights_.flip(i);
}

}  // namespace bitbasin
