// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/confusion.h"

#include <fmt/format.h>

#include <algorithm>

namespace bitbasin {

Json confusion_json(std::span<const std::uint32_t> confusion, std::size_t classes) {
  Json rows = Json::array();
  for (std::size_t r = 0; r < confusion.size(); r += classes) {
    const auto row = confusion.subspan(r, classes);
    rows.push_back(std::vector<std::uint32_t>(row.begin(), row.end()));
  }
  return rows;
}

std::string confusion_table(std::span<const std::uint32_t> confusion, std::size_t classes) {
  std::uint64_t largest = classes;
  for (const std::uint32_t count : confusion) largest = std::max<std::uint64_t>(largest, count);
  const std::size_t width = fmt::format("{}", largest).size() + 1;
  std::string text = fmt::format("{:>7}", "");
  for (std::size_t c = 0; c < classes; ++c) text += fmt::format("{:>{}}", c, width);
  text += "  answer\n";
  for (std::size_t r = 0; r < classes; ++r) {
    text += fmt::format("{:>7}", r);
    for (std::size_t c = 0; c < classes; ++c) {
      const std::uint32_t count = confusion[r * classes + c];
      text += count == 0 ? fmt::format("{:>{}}", ".", width) : fmt::format("{:>{}}", count, width);
    }
    text += '\n';
  }
  return text;
}

}  // namespace bitbasin
