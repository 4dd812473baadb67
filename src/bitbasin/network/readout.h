// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/network/committee_array.h"
#include "bitbasin/network/unit_sums.h"

namespace bitbasin {

// From the sums of all units to a label, and back from an error to the units that learn.
class Readout {
 public:
  Readout(const CommitteeShape& shape, const BitMatrix& outputs);

  // The committees and sums S_l of one pattern of the batch; sums() are those of the last call.
  void read(const UnitSums& sums, std::size_t pattern);

  std::span<const int> sums() const { return sums_; }
  std::size_t label() const { return best_label(sums_); }
  std::span<const std::uint64_t> committees() const { return committees_; }

  // Calls learn(unit, sign) once for each committee that votes against the label: for the unit that is
  // easiest to correct among those with the wrong sign, the one with the smallest |field| and then the lowest
  // j. Call it after read() of the same pattern. `expect(unit)` is called some time earlier, for prefetching.
  template <class Expect, class Learn>
  void route(const UnitSums& sums, std::size_t pattern, std::size_t label, Expect expect, Learn learn) {
    find_easiest(sums, pattern, label);
    constexpr std::size_t kAhead = 4;
    const auto unit = [this](const Pick& pick) { return shape_.unit(pick.j, pick.k); };
    for (std::size_t i = 0; i < picks_.size() + kAhead; ++i) {
      if (i < picks_.size()) expect(unit(picks_[i]));
      if (i < kAhead) continue;
      const Pick& pick = picks_[i - kAhead];
      learn(unit(pick), outputs_.sign(label, pick.k));
    }
  }

 private:
  struct Pick {
    std::uint32_t j;
    std::uint32_t k;
  };
  void find_easiest(const UnitSums& sums, std::size_t pattern, std::size_t label);

  CommitteeShape shape_;
  BitMatrix outputs_;
  AlignedArray<std::uint64_t> committees_;  // padded like a row of outputs_
  AlignedArray<std::uint64_t> candidates_;  // one vector per j
  std::vector<int> sums_;
  std::vector<Pick> picks_;
};

}  // namespace bitbasin
