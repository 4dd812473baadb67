// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/model_file.h"

#include "bitbasin/data/fuzz_input.fuzz.h"

using namespace bitbasin;

// Any bytes are refused with a sentence or are a model that survives a round trip and can be used. The
// content is tried without its checksum, because no fuzzer would guess it, and in both versions.
static void try_content(std::string_view content, std::uint32_t version) {
  const auto model =
      parse_fuzzed(content, [&](ByteReader& reader) { return parse_model_content(reader, version); });
  if (!model) return;
  require(format_version(*model) == version);
  require(model_content(*model) == content);
  const auto inputs = model->features.inputs();
  ImageSet image{1, static_cast<int>(inputs), 0, std::vector<std::uint8_t>(inputs, 77), {}};
  require(predict(*model, image, 1)[0] < model->network.shape.labels);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  parse_fuzzed(as_text(data, size), parse_model);
  for (const std::uint32_t version : {1u, 2u}) try_content(as_text(data, size), version);
  return 0;
}
