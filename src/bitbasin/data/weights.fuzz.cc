// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/weights.h"

#include "bitbasin/data/fuzz_input.fuzz.h"

using namespace bitbasin;

// Any bytes are refused with a sentence or survive a round trip in both formats.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto weights = parse_fuzzed(as_text(data, size), parse_weights);
  if (!weights) return 0;
  for (const bool npy : {false, true}) {
    if (weights->size() == 0 && !npy) continue;  // only NPY can hold no weights
    const std::string bytes = collect([&](const ByteSink& sink) { format_weights(sink, *weights, npy); });
    ByteReader again(bytes, "written");
    require(parse_weights(again) == *weights);
  }
  return 0;
}
