// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bitbasin/data/byte_reader.h"

namespace bitbasin {

// Numbers as little-endian bytes, on every machine.
class BinaryWriter {
 public:
  template <class T>
  requires std::is_integral_v<T>
  void put(T value) {
    const auto bits = static_cast<std::uint64_t>(value);
    for (std::size_t b = 0; b < sizeof(T); ++b) bytes_ += static_cast<char>(bits >> 8 * b & 0xff);
  }
  void put(double value) { put(std::bit_cast<std::uint64_t>(value)); }
  void put_text(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
  }
  template <class T>
  void put_all(std::span<const T> values) {
    for (const T value : values) put(value);
  }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Reads them back. Running out of bytes is an error that names the source; memory grows with the bytes that
// arrive.
class BinaryReader {
 public:
  explicit BinaryReader(ByteReader& source) : source_(source) {}

  template <class T>
  T take() {
    return take_all<T>(1).front();
  }
  std::string take_text() {
    const auto bytes = source_.read_exactly(take<std::uint32_t>(), kWhat);
    return {bytes.begin(), bytes.end()};
  }
  template <class T>
  std::vector<T> take_all(std::uint64_t count) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 56;
    if (count > kMost) source_.fail_here("expected an array that fits in memory, got {} numbers", count);
    const auto bytes = source_.read_exactly(count * sizeof(T), kWhat);
    std::vector<T> values;
    values.reserve(count);
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(T)) {
      std::uint64_t bits = 0;
      for (std::size_t b = 0; b < sizeof(T); ++b) bits |= std::uint64_t{bytes[i + b]} << 8 * b;
      if constexpr (std::is_same_v<T, double>) {
        values.push_back(std::bit_cast<double>(bits));
      } else {
        values.push_back(static_cast<T>(bits));
      }
    }
    return values;
  }
  // A number that must lie within a range; `name` is what the error calls it.
  template <class T>
  T take_within(std::string_view name, T min, T max) {
    const T value = take<T>();
    if (!(value >= min && value <= max)) {
      source_.fail_here("expected {} from {} to {}, got {}", name, min, max, value);
    }
    return value;
  }

  ByteReader& source() { return source_; }

 private:
  static constexpr std::string_view kWhat = "numbers";
  ByteReader& source_;
};

}  // namespace bitbasin
