// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/idx.h"

#include <cassert>

#include "bitbasin/data/atomic_file.h"

namespace bitbasin {

namespace {

constexpr std::uint8_t kUnsignedBytes = 8;  // the code of the element type
constexpr std::size_t kMostDimensions = 3;

}  // namespace

IdxArray parse_idx(ByteReader& reader) {
  const auto magic = reader.read_exactly(4, "IDX header");
  if (magic[0] != 0 || magic[1] != 0) {
    reader.fail_here("expected an IDX file, which starts with two zero bytes, got one that starts with {}",
                     in_quotes({reinterpret_cast<const char*>(magic.data()), 2}));
  }
  if (magic[2] != kUnsignedBytes) {
    reader.fail_here("expected an IDX file of unsigned bytes (type 8), got type {}", magic[2]);
  }
  if (magic[3] < 1 || magic[3] > kMostDimensions) {
    reader.fail_here("expected an IDX file of 1 to {} dimensions, got {}", kMostDimensions, magic[3]);
  }
  IdxArray array;
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 62;
  std::uint64_t total = 1;
  for (int d = 0; d < magic[3]; ++d) {
    std::uint64_t size = 0;
    for (const std::uint8_t byte : reader.read_exactly(4, "IDX header")) size = size << 8 | byte;
    if (size > 0 && total > kLargest / size) {
      reader.fail_here("expected an array that fits in memory, but dimension {} is {}", d + 1, size);
    }
    array.shape.push_back(size);
    total *= size;
  }
  array.bytes = reader.read_exactly(total, "array elements");
  reader.expect_end();
  return array;
}

IdxArray read_idx(const std::string& path) {
  ByteReader reader(path);
  return parse_idx(reader);
}

void format_idx(const ByteSink& sink, const IdxArray& array) {
  assert(!array.shape.empty() && array.shape.size() <= kMostDimensions);
  std::string header{'\0', '\0', static_cast<char>(kUnsignedBytes), static_cast<char>(array.shape.size())};
  for (const std::size_t size : array.shape) {
    assert(size >> 32 == 0);
    for (int shift = 24; shift >= 0; shift -= 8) header += static_cast<char>(size >> shift & 0xff);
  }
  sink(header);
  sink({reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size()});
}

void write_idx(const std::string& path, const IdxArray& array) {
  write_file(path, [&](const ByteSink& sink) { format_idx(sink, array); });
}

}  // namespace bitbasin
