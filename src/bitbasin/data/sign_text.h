// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/data/bit_rows.h"
#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/byte_sink.h"

namespace bitbasin {

// Files spell the two values of a sign +1/-1 or 1/0. Either is accepted, but not a mixture: a 0 among +1 and
// -1 is more likely a missing value than a minus.
struct SignSpelling {
  bool minus_one = false;
  bool zero = false;

  bool mixed() const { return minus_one && zero; }
};

// How an error message names the entries.
inline constexpr std::string_view kSignEntries = "+1 or -1 (or 0 and 1)";

inline constexpr std::size_t kAnyCount = std::numeric_limits<std::size_t>::max();

// Takes one line of entries, separated by any mixture of spaces, tabs and commas, and pushes them onto the
// open row of `rows`. An entry is +1, 1, -1, 0 or a decimal number equal to one of these ("1.0", "-1.000e+00"
// as numpy.savetxt writes). Returns their number, 0 for a blank line; more than `limit` entries are an error.
std::size_t parse_sign_line(ByteReader& reader, SignSpelling& spelling, BitRows& rows,
                            std::size_t limit = kAnyCount);

// Writes `count` bits of a row as 1 and -1, with a space between and a newline at the end.
void format_sign_line(const ByteSink& sink, std::span<const std::uint64_t> row, std::size_t count);

}  // namespace bitbasin
