// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Random123/philox.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace bitbasin {

// Random123's block function in a bare loop over whole blocks: the floor of everything that draws numbers.
inline void bare_philox(std::span<std::uint64_t> words, std::uint64_t seed) {
  for (std::size_t i = 0; i + 4 <= words.size(); i += 4) {
    const auto block = r123::Philox4x64{}({{i / 4, 0, 0, 0}}, {{seed, 1}});
    for (unsigned k = 0; k < 4; ++k) words[i + k] = block.v[k];
  }
}

}  // namespace bitbasin
