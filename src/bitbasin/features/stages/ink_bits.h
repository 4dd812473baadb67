// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace bitbasin {

// An image as a string of bits: bit i of `words` is on iff pixel i is above `ink`. Bits after the last pixel
// are zero up to the end of its word.
void put_ink_bits(const std::uint8_t* pixels, std::size_t count, std::uint8_t ink, std::uint64_t* words);

}  // namespace bitbasin
