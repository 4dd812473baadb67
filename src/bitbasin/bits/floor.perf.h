// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bitbasin {

// The best that the machine can do at the SIMD level in use: the floors that the kernels are compared with.

// Set bits of whole cache lines: nothing but loads, counts and adds.
std::uint64_t bare_popcount(std::span<const std::uint64_t> words);

// Reads whole cache lines.
std::uint64_t bare_read(std::span<const std::uint64_t> words);

// The instructions of a sign product of `entries` entries, on data that stays in a few cache lines: without
// building tables or adding up the results.
std::uint64_t bare_sign_product(std::size_t entries);

}  // namespace bitbasin
