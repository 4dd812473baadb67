// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/byte_sink.h"

namespace bitbasin {

// A vector of numbers, such as the fields of messages, one a line, with as many digits as give the same
// number back.
std::vector<double> parse_field_text(ByteReader& reader);
std::vector<double> read_field_text(const std::string& path);
void format_field_text(const ByteSink& sink, std::span<const double> fields);

}  // namespace bitbasin
