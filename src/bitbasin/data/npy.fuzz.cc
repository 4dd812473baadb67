// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/npy.h"

#include "bitbasin/data/fuzz_input.fuzz.h"
#include "bitbasin/data/npy_signs.h"

using namespace bitbasin;

namespace {

// Signs read as bits are the signs read as numbers, and survive a round trip.
void check_signs(const BitMatrix& bits, const NpyArray& array) {
  require(bits.rows() == array.rows() && bits.cols() == array.cols());
  for (std::size_t r = 0; r < bits.rows(); ++r) {
    for (std::size_t c = 0; c < bits.cols(); ++c) require(bits.get(r, c) == (array.at(r, c) == 1));
  }
  const std::string written = collect([&](const ByteSink& sink) { format_npy_signs(sink, bits); });
  ByteReader again(written, "written");
  require(parse_npy_sign_matrix(again) == bits);
}

}  // namespace

// Any bytes are refused with a sentence or survive a round trip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto array = parse_fuzzed(as_text(data, size), parse_npy);
  const auto bits = parse_fuzzed(as_text(data, size), parse_npy_sign_matrix);
  require(array || !bits);
  if (!array) return 0;
  const std::string written =
      format_npy_header(array->header) + std::string(array->bytes.begin(), array->bytes.end());
  ByteReader again(written, "written");
  const NpyArray copy = parse_npy(again);
  require(copy.header == array->header && copy.bytes == array->bytes);
  require(npy_doubles(*array).size() == array->header.elements());
  if (bits) check_signs(*bits, *array);
  return 0;
}
