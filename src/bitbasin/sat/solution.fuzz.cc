// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/solution.h"

#include "bitbasin/data/fuzz_input.fuzz.h"

using namespace bitbasin;

// Any bytes are refused with a sentence or survive a round trip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint32_t kVariables = 100;
  const auto parse = [](ByteReader& reader) { return parse_solution(reader, kVariables); };
  const auto solution = parse_fuzzed(as_text(data, size), parse);
  if (!solution) return 0;
  const std::string text = collect([&](const ByteSink& sink) { format_solution(sink, *solution); });
  ByteReader again(text, "written");
  const SatSolution copy = parse(again);
  require(copy.status == solution->status);
  if (copy.status == SatSolution::Status::satisfiable) {
    require(copy.assignment == solution->assignment && copy.missing == 0);
  }
  return 0;
}
