// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <type_traits>

#include "bitbasin/base/error.h"
#include "bitbasin/data/byte_reader.h"

namespace bitbasin {

// What parse(reader) makes of fuzzed bytes, or nothing if it refuses them with a sentence. An Error is
// acceptable only here; one thrown while the result is written and read back is a bug. The small buffer makes
// its ends fall everywhere.
template <class Parse>
auto parse_fuzzed(std::string_view bytes, const Parse& parse)
    -> std::optional<std::invoke_result_t<Parse, ByteReader&>> {
  try {
    ByteReader reader(bytes, "input", ByteReader::kMinimumBufferBytes);
    return parse(reader);
  } catch (const Error&) {
    return std::nullopt;
  }
}

inline void require(bool condition) {
  if (!condition) std::abort();
}

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace bitbasin
