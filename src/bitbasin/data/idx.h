// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/byte_sink.h"

namespace bitbasin {

// An array of bytes in the IDX format of the MNIST files: images (count, height, width) or labels (count).
struct IdxArray {
  std::vector<std::size_t> shape;   // one to three sizes
  std::vector<std::uint8_t> bytes;  // the last index runs fastest

  bool operator==(const IdxArray&) const = default;
};

// Plain or gzip. The sizes in the header must be the size of the file.
IdxArray parse_idx(ByteReader& reader);
IdxArray read_idx(const std::string& path);

void format_idx(const ByteSink& sink, const IdxArray& array);
void write_idx(const std::string& path, const IdxArray& array);

}  // namespace bitbasin
