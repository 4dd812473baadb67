// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/sha256.h"

namespace bitbasin {

// A file in a format of bitbasin's own: a line that names it, u32 version, u64 size of the content, the
// content, and the SHA-256 of all of this.
struct SealedFormat {
  std::string_view line;           // with its newline
  std::string_view what;           // "model"
  std::uint32_t version;           // the newest
  std::uint32_t oldest = version;  // that can still be read
};

struct SealedContent {
  std::uint32_t version = 0;
  std::string bytes;
};

// In the newest version, or in another one.
std::string seal(const SealedFormat& format, std::string_view content);
std::string seal(const SealedFormat& format, std::uint32_t version, std::string_view content);

// The content. Fails if the file is damaged, cut short, of another format, or of a version that cannot be
// read.
SealedContent unseal(const SealedFormat& format, ByteReader& source);

// The digest at the end of a sealed file, in hexadecimal.
std::string seal_checksum(std::string_view sealed);

}  // namespace bitbasin
