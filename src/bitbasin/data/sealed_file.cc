// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/sealed_file.h"

#include <algorithm>
#include <cassert>

#include "bitbasin/data/binary_fields.h"

namespace bitbasin {
namespace {

std::string head(const SealedFormat& format, std::uint64_t size) {
  BinaryWriter numbers;
  numbers.put(format.version);
  numbers.put(size);
  return std::string(format.line) + numbers.bytes();
}

}  // namespace

std::string seal(const SealedFormat& format, std::string_view content) {
  std::string bytes = head(format, content.size());
  bytes += content;
  const Sha256Digest digest = sha256(bytes);
  bytes.append(digest.begin(), digest.end());
  return bytes;
}

std::string unseal(const SealedFormat& format, ByteReader& source) {
  if (!source.starts_with(format.line)) {
    source.fail_here("expected a {} file, which starts with '{}', got another file", format.what,
                     format.line.substr(0, format.line.size() - 1));
  }
  BinaryReader reader(source);
  reader.take_all<char>(format.line.size());
  const auto version = reader.take<std::uint32_t>();
  if (version != format.version) {
    source.fail_here("expected version {} of the {} format, got {}{}", format.version, format.what, version,
                     version > format.version ? ", which a newer bitbasin can read" : "");
  }
  const auto size = reader.take<std::uint64_t>();
  const auto content = source.read_exactly(size, fmt::format("the {}", format.what));
  const auto stated = source.read_exactly(Sha256Digest{}.size(), "the checksum");
  source.expect_end();

  std::string text(content.begin(), content.end());
  Sha256 hash;
  hash.update(head(format, size));
  hash.update(text);
  if (!std::ranges::equal(hash.digest(), stated)) {
    source.fail_here("expected the checksum {}, found another: the file is damaged",
                     hex(hash.digest()));
  }
  return text;
}

std::string seal_checksum(std::string_view sealed) {
  Sha256Digest digest;
  assert(sealed.size() >= digest.size());
  std::copy(sealed.end() - digest.size(), sealed.end(), digest.begin());
  return hex(digest);
}

}  // namespace bitbasin
