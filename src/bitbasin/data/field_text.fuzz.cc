// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/field_text.h"

#include "bitbasin/data/fuzz_input.fuzz.h"

using namespace bitbasin;

// Any bytes are refused with a sentence or survive a round trip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto fields = parse_fuzzed(as_text(data, size), parse_field_text);
  if (!fields) return 0;
  const std::string bytes = collect([&](const ByteSink& sink) { format_field_text(sink, *fields); });
  ByteReader again(bytes, "written");
  require(parse_field_text(again) == *fields);
  return 0;
}
