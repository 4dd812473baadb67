// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/model_file.h"

#include "bitbasin/data/fuzz_input.fuzz.h"

using namespace bitbasin;

// Any bytes are refused with a sentence or are a model that survives a round trip and can be used. The
// content is tried without its checksum, because no fuzzer would guess it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  parse_fuzzed(as_text(data, size), parse_model);
  const auto model = parse_fuzzed(as_text(data, size), parse_model_content);
  if (!model) return 0;
  require(model_content(*model) == as_text(data, size));
  const auto inputs = model->features.inputs();
  ImageSet image{1, static_cast<int>(inputs), 0, std::vector<std::uint8_t>(inputs, 77), {}};
  require(predict(*model, image, 1)[0] < model->network.shape.labels);
  return 0;
}
