// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/report/base64.h"

#include <cstdint>

namespace bitbasin {

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      word = word << 8 | (k < group.size() ? static_cast<std::uint8_t>(group[k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= group.size() ? kDigits[word >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

}  // namespace bitbasin
