// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/spec.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parse_number.h"

namespace bitbasin {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

// Letters to insert, delete or replace to turn one word into the other (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

Spec parse_spec(std::string_view text) {
  const std::size_t colon = text.find(':');
  Spec spec{std::string(text.substr(0, colon)), {}};
  if (!is_name(spec.name)) {
    fail("expected an algorithm such as 'rbp' or 'rbp:rate=0.001,damping=0.1', got {}", quote(text));
  }
  std::string_view rest = text.substr(std::min(colon, text.size() - 1) + 1);
  for (bool more = colon != std::string_view::npos; more;) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const std::size_t equals = item.find('=');
    const std::string_view key = item.substr(0, equals);
    if (equals == std::string_view::npos || equals + 1 == item.size() || !is_name(key)) {
      fail("expected the options of {} as name=value,name=value; got {}", spec.name, quote(item));
    }
    const auto same_key = [&](const auto& option) { return option.first == key; };
    if (std::ranges::any_of(spec.options, same_key)) {
      fail("each option of {} may be given only once: {} is given twice", spec.name, key);
    }
    spec.options.emplace_back(key, item.substr(equals + 1));
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);
  }
  return spec;
}

std::string to_string(const Spec& spec) {
  std::string text = spec.name;
  for (const auto& [key, value] : spec.options) {
    text += &spec.options.front().first == &key ? ':' : ',';
    text += key + '=' + value;
  }
  return text;
}

void fail_unknown_option(std::string_view name, std::string_view key,
                         std::span<const std::string_view> known) {
  if (known.empty()) fail("{} has no options, got {}", name, quote(key));
  const std::string_view meant = nearest(key, known);
  fail("expected an option of {} ({}), got {}{}", name, fmt::join(known, ", "), quote(key),
       meant.empty() ? "" : fmt::format("; did you mean {}?", meant));
}

std::string_view nearest(std::string_view text, std::span<const std::string_view> candidates) {
  constexpr std::size_t kLongestWord = 64;  // keeps the quadratic distance cheap for any input
  if (text.size() > kLongestWord) return {};
  std::string_view best;
  std::size_t best_distance = 3;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(text, candidate);
    // A short word differs from any other by few letters: at least half of it must agree.
    if (distance < best_distance && 2 * distance <= candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace bitbasin
