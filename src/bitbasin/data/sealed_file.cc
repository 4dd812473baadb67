// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/sealed_file.h"

#include <algorithm>
#include <cassert>

#include "bitbasin/data/binary_fields.h"

namespace bitbasin {
namespace {

std::string head(const SealedFormat& format, std::uint32_t version, std::uint64_t size) {
  BinaryWriter numbers;
  numbers.put(version);
  numbers.put(size);
  return std::string(format.line) + numbers.bytes();
}

}  // namespace

std::string seal(const SealedFormat& format, std::string_view content) {
  return seal(format, format.version, content);
}

std::string seal(const SealedFormat& format, std::uint32_t version, std::string_view content) {
  std::string bytes = head(format, version, content.size());
  bytes += content;
  const Sha256Digest digest = sha256(bytes);
  bytes.append(digest.begin(), digest.end());
  return bytes;
}

SealedContent unseal(const SealedFormat& format, ByteReader& source) {
  if (!source.starts_with(format.line)) {
    source.fail_here("expected a {} file, which starts with '{}', got another file", format.what,
                     format.line.substr(0, format.line.size() - 1));
  }
  BinaryReader reader(source);
  reader.take_all<char>(format.line.size());
  const auto version = reader.take<std::uint32_t>();
  if (version < format.oldest || version > format.version) {
    const std::string range = format.oldest == format.version
                                  ? fmt::format("{}", format.version)
                                  : fmt::format("{} to {}", format.oldest, format.version);
    source.fail_here("expected version {} of the {} format, got {}{}", range, format.what, version,
                     version > format.version ? ", which a newer bitbasin can read" : "");
  }
  const auto size = reader.take<std::uint64_t>();
  const auto content = source.read_exactly(size, fmt::format("the {}", format.what));
  const auto stated = source.read_exactly(Sha256Digest{}.size(), "the checksum");
  source.expect_end();

  SealedContent found{version, {content.begin(), content.end()}};
  Sha256 hash;
  hash.update(head(format, version, size));
  hash.update(found.bytes);
  if (!std::ranges::equal(hash.digest(), stated)) {
    source.fail_here("expected the checksum {}, found another: the file is damaged", hex(hash.digest()));
  }
  return found;
}

std::string seal_checksum(std::string_view sealed) {
  Sha256Digest digest;
  assert(sealed.size() >= digest.size());
  std::copy(sealed.end() - digest.size(), sealed.end(), digest.begin());
  return hex(digest);
}

}  // namespace bitbasin
