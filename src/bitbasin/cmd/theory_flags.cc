// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/theory_flags.h"

#include "bitbasin/base/error.h"

namespace bitbasin {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find(separator, at);
    parts.push_back(text.substr(at, end - at));
    if (end == std::string_view::npos) return parts;
    at = end + 1;
  }
}

}  // namespace

const OptionTable<TheoryFlags>& theory_flag_table() {
  static const OptionTable<TheoryFlags> table{
      option("task", &TheoryFlags::task,
             {{"classify", TheoryTask::classify}, {"teacher", TheoryTask::teacher}},
             "labels at random, or those of a random teacher"),
  };
  return table;
}

std::vector<double> parse_list(std::string_view label, std::string_view text, const Range<double>& range) {
  std::vector<double> numbers;
  for (const std::string_view part : split(text, ',')) numbers.push_back(parse_number(label, part, range));
  return numbers;
}

std::vector<double> parse_distances(std::string_view label, std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() != 3) fail("expected {} as FIRST:LAST:COUNT but got {}", label, quote(text));
  const double first = parse_number(label, parts[0], kDistanceRange);
  const double last = parse_number(label, parts[1], kDistanceRange);
  constexpr int kMost = 100000;
  const int count = parse_number<int>(label, parts[2], {1, kMost});
  std::vector<double> distances;
  for (int i = 0; i < count; ++i) {
    distances.push_back(count == 1 ? first : first + (last - first) * i / (count - 1));
  }
  return distances;
}

}  // namespace bitbasin
