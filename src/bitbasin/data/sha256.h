// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bitbasin {

using Sha256Digest = std::array<std::uint8_t, 32>;

// SHA-256 (FIPS 180-4) of bytes that arrive in pieces.
class Sha256 {
 public:
  void update(std::string_view bytes);
  Sha256Digest digest() const;  // of everything so far

 private:
  void compress(const std::uint8_t* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> pending_{};  // the part of a block that waits for the rest
  std::uint64_t bytes_ = 0;
};

Sha256Digest sha256(std::string_view bytes);

// 64 hexadecimal digits.
std::string hex(const Sha256Digest& digest);

// Of the content of a file; for a gzip file, of the unpacked content.
std::string sha256_of_file(const std::string& path);

}  // namespace bitbasin
