// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/pattern_text.h"

#include "bitbasin/data/fuzz_input.fuzz.h"

using namespace bitbasin;

// Any bytes are refused with a sentence or survive a round trip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto patterns = parse_fuzzed(as_text(data, size), parse_pattern_text);
  if (!patterns) return 0;
  const std::string text = collect([&](const ByteSink& sink) { format_pattern_text(sink, *patterns); });
  ByteReader again(text, "written");
  require(parse_pattern_text(again) == *patterns);
  return 0;
}
