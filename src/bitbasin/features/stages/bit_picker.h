// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bitbasin {

// Moves some bits of a row together, in their order: the bits of each word in six steps, by 1, 2, 4 ...
// places (Warren, "Hacker's Delight", 7-4).
class BitPicker {
 public:
  BitPicker() = default;
  // `kept`: ascending numbers of the bits to keep, of rows of `words` words.
  BitPicker(std::span<const std::uint32_t> kept, std::size_t words);

  std::size_t count() const { return count_; }

  // Puts them into a row of bits, from a column on, where it must be zero.
  void pick(const std::uint64_t* row, std::span<std::uint64_t> out, std::size_t first_column) const;

 private:
  static constexpr std::size_t kSteps = 6;
  struct Word {
    std::uint64_t kept = 0;
    std::uint64_t moves[kSteps] = {};  // the bits that step s moves down by 2^s places
    std::size_t count = 0;
  };
  std::size_t count_ = 0;
  std::vector<Word> words_;
};

}  // namespace bitbasin
