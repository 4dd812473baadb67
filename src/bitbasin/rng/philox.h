// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace bitbasin {

// What a stream is for. Two purposes never share random numbers.
struct Purpose {
  std::uint64_t value;
  bool operator==(const Purpose&) const = default;
};

// A purpose from its name, at compile time (64-bit FNV-1a), so that no central list of purposes is needed:
// Stream(seed, purpose("perceptron.patterns"), index).
consteval Purpose purpose(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return {hash};
}

using PhiloxBlock = std::array<std::uint64_t, 4>;
using PhiloxKey = std::array<std::uint64_t, 2>;

// Philox4x64 with 10 rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
PhiloxBlock philox_block(const PhiloxBlock& counter, const PhiloxKey& key);

// A sequence of uniform 64-bit words that is a pure function of (seed, purpose, index): word i is word i % 4
// of the Philox block with key (seed, purpose) and counter (i / 4, index, 0, 0). Cheap to copy and to create.
class Stream {
 public:
  Stream(std::uint64_t seed, Purpose purpose, std::uint64_t index = 0)
      : key_{seed, purpose.value}, index_(index) {}

  std::uint64_t next() {
    if (used_ == buffer_.size()) refill();
    return buffer_[used_++];
  }

  // The same words as words.size() calls of next(), whole blocks at a time.
  void fill(std::span<std::uint64_t> words);

  // The word at a position, counted from the start of the stream; the stream does not move.
  std::uint64_t at(std::uint64_t position) const;

  // The number of words taken so far, and a jump to any such number.
  std::uint64_t position() const { return 4 * block_ - (buffer_.size() - used_); }
  void seek(std::uint64_t position);

 private:
  void refill();

  PhiloxKey key_;
  std::uint64_t index_;
  std::uint64_t block_ = 0;  // the next block to compute
  PhiloxBlock buffer_{};
  std::uint64_t used_ = 4;  // words of buffer_ that have been taken
};

}  // namespace bitbasin
