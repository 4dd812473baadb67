// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bitbasin {

// What the machine does at best, at the SIMD level in use: the floors that the kernels are held against.

// Set bits of whole cache lines: nothing but loads, counts and adds.
std::uint64_t bare_popcount(std::span<const std::uint64_t> words);

// Reads whole cache lines.
std::uint64_t bare_read(std::span<const std::uint64_t> words);

// The instructions that `entries` entries of a sign product take, on data that never leaves the first
// cache lines: no tables to make, nothing to add up at the end.
std::uint64_t bare_sign_product(std::size_t entries);

}  // namespace bitbasin
