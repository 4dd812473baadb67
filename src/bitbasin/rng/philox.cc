// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/rng/philox.h"

// Random123 refuses platforms that its authors have not tried; on RISC-V it is plain C.
#ifdef __wasm__
#define __riscv
#define R123_USE_GNU_UINT128 1
#include <Random123/philox.h>
#undef __riscv
#else
#include <Random123/philox.h>
#endif

#include <algorithm>

namespace bitbasin {
namespace {

static_assert(r123::Philox4x64::rounds == 10);

// Inlined by force, so that the loop of fill() keeps the key schedule; and the four words are stored one by
// one, because a copy of the array passes through the stack. Each costs about a quarter of the rate (see
// philox.perf.cc).
[[gnu::always_inline]] inline void write_block(const PhiloxKey& key, std::uint64_t block, std::uint64_t index,
                                               std::uint64_t* out) {
  const auto words = r123::Philox4x64{}({{block, index, 0, 0}}, {{key[0], key[1]}});
  out[0] = words.v[0];
  out[1] = words.v[1];
  out[2] = words.v[2];
  out[3] = words.v[3];
}

}  // namespace

PhiloxBlock philox_block(const PhiloxBlock& counter, const PhiloxKey& key) {
  const auto words =
      r123::Philox4x64{}({{counter[0], counter[1], counter[2], counter[3]}}, {{key[0], key[1]}});
  return {words[0], words[1], words[2], words[3]};
}

void Stream::refill() {
  write_block(key_, block_++, index_, buffer_.data());
  used_ = 0;
}

void Stream::fill(std::span<std::uint64_t> words) {
  const std::size_t buffered = std::min<std::size_t>(words.size(), buffer_.size() - used_);
  std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(used_), buffered, words.begin());
  used_ += buffered;

  std::uint64_t* out = words.data() + buffered;
  std::size_t left = words.size() - buffered;
  // Copies in registers: `words` might alias the members.
  const PhiloxKey key = key_;
  const std::uint64_t index = index_;
  std::uint64_t block = block_;
  for (; left >= buffer_.size(); left -= buffer_.size(), out += buffer_.size()) {
    write_block(key, block++, index, out);
  }
  block_ = block;
  for (; left > 0; --left) *out++ = next();
}

std::uint64_t Stream::at(std::uint64_t position) const {
  PhiloxBlock words;
  write_block(key_, position / 4, index_, words.data());
  return words[position % 4];
}

void Stream::seek(std::uint64_t position) {
  block_ = position / 4;
  used_ = buffer_.size();
  if (position % 4 == 0) return;
  refill();
  used_ = position % 4;
}

}  // namespace bitbasin
