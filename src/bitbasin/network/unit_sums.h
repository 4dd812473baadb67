// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/network/committee_array.h"

namespace bitbasin {

// Where the units of a network are in a word-parallel ("bit-sliced") layout: unit j of committee k is lane j
// row + k, with rows of whole bytes, so that the j-th units of all committees can be loaded at a byte
// address. Lanes come in blocks of 256, and weights are added one tile of inputs after the other.
struct LaneLayout {
  static constexpr std::size_t kBlockLanes = 256;
  static constexpr std::size_t kBlockWords = kBlockLanes / kWordBits;
  static constexpr std::size_t kPairWords = 2 * kBlockWords;

  LaneLayout() = default;
  explicit LaneLayout(const CommitteeShape& shape);

  std::size_t lane(std::size_t unit) const { return unit / committees * row_lanes + unit % committees; }
  std::size_t tile_inputs() const { return tile_words * kWordBits; }
  std::size_t tiles() const { return (inputs + tile_inputs() - 1) / tile_inputs(); }
  // Words of a row of weights: those of one synapse of all units of a group of blocks.
  std::size_t row_words(std::size_t group) const {
    return std::min(group_words, blocks * kBlockWords - group * group_words);
  }
  std::size_t groups() const { return (blocks * kBlockWords + group_words - 1) / group_words; }

  std::size_t inputs = 0;
  std::size_t depth = 1;
  std::size_t committees = 0;
  std::size_t row_lanes = 0;  // K2, rounded up to whole bytes
  std::size_t blocks = 0;
  std::size_t planes = 0;                 // bits of a sum
  std::size_t plane_words = 0;            // from one plane of a sum to the next
  std::size_t group_words = kBlockWords;  // a block, or a pair of them where vectors are that wide
  std::size_t tile_words = 1;             // inputs that are added together, in words
};

// The weights of the unit in a lane, as they were and as they are.
struct UnitChange {
  std::size_t lane;
  std::span<const std::uint64_t> before;
  std::span<const std::uint64_t> now;
};

// A copy of the weights, transposed so that a row holds one synapse of all units in a group of blocks. A
// group has N rows, and one of zeros after every tile, which pads the lists of inputs; with it are stored the
// numbers of positive weights of its units, times the largest input 2^D - 1.
class SlicedWeights {
 public:
  SlicedWeights() = default;
  SlicedWeights(const LaneLayout& layout, const BitMatrix& weights);

  const LaneLayout& layout() const { return layout_; }
  // Rows are layout().row_words(group) apart, and so are the planes of counts.
  const std::uint64_t* rows(std::size_t group, std::size_t tile) const {
    return rows_.data() + first_row(group, tile);
  }
  const std::uint64_t* counts(std::size_t group) const {
    return counts_.data() + group * layout_.planes * layout_.group_words;
  }

  // A tile of all units at a time: the rows of a tile stay in the cache.
  void update(std::span<const UnitChange> units);

 private:
  std::size_t first_row(std::size_t group, std::size_t tile) const {
    return group * (layout_.inputs + layout_.tiles()) * layout_.group_words +
           tile * (layout_.tile_inputs() + 1) * layout_.row_words(group);
  }
  void set_count(std::size_t lane, std::size_t count);

  LaneLayout layout_;
  AlignedArray<std::uint64_t> rows_;
  AlignedArray<std::uint64_t> counts_;  // by group and plane, modulo 2^planes
};

// For each pattern of a batch and each unit the sum s = (W . xi - 1) / 2: the sign of s is the sign of the
// unit. Two's complement, one plane per bit.
class UnitSums {
 public:
  UnitSums() = default;
  UnitSums(const LaneLayout& layout, std::size_t patterns);

  const LaneLayout& layout() const { return layout_; }
  std::size_t patterns() const { return patterns_; }
  std::uint64_t* plane(std::size_t pattern, std::size_t p) {
    return words_.data() + (pattern * layout_.planes + p) * layout_.plane_words;
  }
  const std::uint64_t* plane(std::size_t pattern, std::size_t p) const {
    return words_.data() + (pattern * layout_.planes + p) * layout_.plane_words;
  }
  // The sign bits, followed by enough bytes for a vector load at any row.
  const std::uint64_t* signs(std::size_t pattern) const { return plane(pattern, layout_.planes - 1); }

  // Lanes, not units, because finding a unit's lane takes a division.
  int get(std::size_t pattern, std::size_t lane) const;
  void set(std::size_t pattern, std::size_t lane, int sum);
  // Only the sign, which is all that a label needs; set() before the other planes are used.
  void set_sign(std::size_t pattern, std::size_t lane, int sum) {
    set_bit(plane(pattern, layout_.planes - 1)[lane / kWordBits], lane % kWordBits, sum < 0);
  }

 private:
  static void set_bit(std::uint64_t& word, std::size_t shift, std::uint64_t bit) {
    word = (word & ~(std::uint64_t{1} << shift)) | bit << shift;
  }

  LaneLayout layout_;
  std::size_t patterns_ = 0;
  AlignedArray<std::uint64_t> words_;
};

// A batch of patterns as lists of the inputs that are on, one list for each tile and bit of the inputs.
class OnInputs {
 public:
  // Inputs are added this many at a time; lists are filled up with the row of zeros.
  static constexpr std::size_t kGroup = 16;

  void clear() {
    begins_.assign(1, 0);
    totals_.clear();
  }
  void add(const PatternView& pattern, const LaneLayout& layout);

  std::size_t patterns() const { return totals_.size(); }
  // The sum over inputs of q = (xi + 2^D - 1) / 2, the number that the bits spell.
  std::uint64_t total(std::size_t pattern) const { return totals_[pattern]; }
  // The inputs of a tile, counted from its first, whose bit p is on; `row` is the number of the pattern times
  // D plus p.
  std::span<const std::uint16_t> list(std::size_t row, std::size_t tile) const {
    const std::size_t* begin = begins_.data() + row * tiles_ + tile;
    return std::span(inputs_).subspan(begin[0], begin[1] - begin[0]);
  }

 private:
  std::size_t tiles_ = 0;
  std::vector<std::uint16_t> inputs_;  // the lists, and room for more
  std::vector<std::size_t> begins_ = {0};
  std::vector<std::uint64_t> totals_;
};

// sums.get(b, u) for all patterns b of the batch and all units u in the groups [begin, end).
void sum_units(const SlicedWeights& weights, const OnInputs& batch, UnitSums& sums, std::size_t begin,
               std::size_t end);

inline void sum_units(const SlicedWeights& weights, const OnInputs& batch, UnitSums& sums) {
  sum_units(weights, batch, sums, 0, weights.layout().groups());
}

// The same sums one unit at a time, for a few units: out[k] is that of units[k].
void sum_some_units(const BitMatrix& weights, std::span<const std::uint32_t> units,
                    const PatternView& pattern, std::span<int> out);

}  // namespace bitbasin
