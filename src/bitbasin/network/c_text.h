// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "bitbasin/data/byte_sink.h"

namespace bitbasin {

// C source text that is written in blocks.
class CText {
 public:
  explicit CText(const ByteSink& sink) : sink_(sink) {}

  template <class... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), text, std::forward<Args>(args)...);
    buffer_.push_back('\n');
    flush_from(kBlock);
  }
  void block(std::string_view text) {
    buffer_.append(text.data(), text.data() + text.size());
    flush_from(kBlock);
  }
  // static const TYPE NAME[] = {...}; one value from each call.
  template <class Value>
  void array(std::string_view type, std::string_view name, std::size_t count, Value value) {
    line("static const {} {}[{}] = {{", type, name, count);
    std::size_t start = buffer_.size();
    for (std::size_t i = 0; i < count; ++i) {
      fmt::format_to(std::back_inserter(buffer_), "{}", value(i));
      if (i + 1 < count) buffer_.push_back(',');
      constexpr std::size_t kWidth = 100;
      if (buffer_.size() - start >= kWidth || i + 1 == count) {
        buffer_.push_back('\n');
        flush_from(kBlock);
        start = buffer_.size();
      }
    }
    line("}};");
  }
  // The lowest number of 32 bits has no literal in C.
  void int32_array(std::string_view name, std::span<const std::int32_t> values) {
    array("int32_t", name, values.size(), [&](std::size_t i) {
      return values[i] == -2147483647 - 1 ? std::string("-2147483647 - 1") : std::to_string(values[i]);
    });
  }
  void finish() { flush_from(0); }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;
  void flush_from(std::size_t size) {
    if (buffer_.size() < size) return;
    sink_({buffer_.data(), buffer_.size()});
    buffer_.clear();
  }

  const ByteSink& sink_;
  fmt::memory_buffer buffer_;
};

}  // namespace bitbasin
