// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/byte_sink.h"

namespace bitbasin {

// Patterns with one label each.
struct LabelledPatterns {
  BitMatrix patterns;  // one row per pattern
  BitVector labels;

  bool operator==(const LabelledPatterns&) const = default;
};

// Pattern text: the first line holds the labels, and each further line a pattern; entries as in sign_text.h,
// plain or gzip, blank lines only at the end. rFBP can read these files with its delimiter set to a space;
// FBP.jl reads inputs only.
LabelledPatterns parse_pattern_text(ByteReader& reader);
LabelledPatterns read_pattern_text(const std::string& path);

// There must be at least one pattern: without one the text cannot tell how long the patterns are.
void format_pattern_text(const ByteSink& sink, const LabelledPatterns& data);
void write_pattern_text(const std::string& path, const LabelledPatterns& data);

}  // namespace bitbasin
