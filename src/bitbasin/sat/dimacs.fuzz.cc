// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/dimacs.h"

#include "bitbasin/data/fuzz_input.fuzz.h"

using namespace bitbasin;

// Any bytes are refused with a sentence or survive a round trip, and so does the formula after its clean-up.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto formula = parse_fuzzed(as_text(data, size), parse_dimacs);
  if (!formula) return 0;
  const Formula clean = normalise(*formula).formula;
  require(normalise(clean).formula == clean);
  for (const Formula& original : {*formula, clean}) {
    const std::string text = collect([&](const ByteSink& sink) { format_dimacs(sink, original); });
    ByteReader again(text, "written");
    require(parse_dimacs(again) == original);
  }
  return 0;
}
