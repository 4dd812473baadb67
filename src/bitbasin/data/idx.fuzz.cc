// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/idx.h"

#include "bitbasin/data/fuzz_input.fuzz.h"

using namespace bitbasin;

// Any bytes are refused with a sentence or survive a round trip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto array = parse_fuzzed(as_text(data, size), parse_idx);
  if (!array) return 0;
  const std::string bytes = collect([&](const ByteSink& sink) { format_idx(sink, *array); });
  ByteReader again(bytes, "written");
  require(parse_idx(again) == *array);
  return 0;
}
