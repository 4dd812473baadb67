// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/parse_number.h"

#include <algorithm>
#include <system_error>

#include "bitbasin/base/error.h"
#include "bitbasin/base/number_from_chars.h"

namespace bitbasin {

template <class T>
std::string in_words(const Range<T>& range) {
  const std::string kind = Range<T>::kReal ? "number" : "whole number";
  const bool has_min = range.min != Range<T>::kLowest || !std::numeric_limits<T>::is_signed;
  const bool has_max = range.max != Range<T>::kHighest;
  const std::string low = fmt::format("{} {}", range.min_excluded ? "above" : "of at least", range.min);
  const std::string high = fmt::format("{} {}", range.max_excluded ? "below" : "at most", range.max);
  if (!has_min && !has_max) return kind;
  if (!has_max) return kind + ' ' + low;
  if (!has_min) return kind + ' ' + (range.max_excluded ? "" : "of ") + high;
  if (range.min_excluded || range.max_excluded) return kind + ' ' + low + " and " + high;
  return fmt::format("{} from {} to {}", kind, range.min, range.max);
}

template <class T>
T parse_number(std::string_view label, std::string_view text, const Range<T>& range,
               std::string_view expected) {
  T value{};
  const auto [end, error] = number_from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = end == text.data() + text.size() && !text.empty();
  if (is_number && error == std::errc::result_out_of_range) {
    fail("{}: expected a {}, but {} does not fit into {} bits", label, expected, quote(text), 8 * sizeof(T));
  }
  if (!is_number || error != std::errc{} || !range.contains(value)) {
    fail("{}: expected a {}, got {}", label, expected, quote(text));
  }
  return value;
}

template std::string in_words(const Range<int>&);
template std::string in_words(const Range<std::int64_t>&);
template std::string in_words(const Range<std::uint64_t>&);
template std::string in_words(const Range<double>&);
template int parse_number(std::string_view, std::string_view, const Range<int>&, std::string_view);
template std::int64_t parse_number(std::string_view, std::string_view, const Range<std::int64_t>&,
                                   std::string_view);
template std::uint64_t parse_number(std::string_view, std::string_view, const Range<std::uint64_t>&,
                                    std::string_view);
template double parse_number(std::string_view, std::string_view, const Range<double>&, std::string_view);

std::size_t parse_choice(std::string_view label, std::string_view text,
                         std::span<const std::string_view> names, std::string_view expected) {
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) fail("{}: expected one of {}; got {}", label, expected, quote(text));
  return static_cast<std::size_t>(found - names.begin());
}

std::string quote(std::string_view text) {
  constexpr std::size_t kLongest = 60;  // two of them and the sentence fit on two lines of a terminal
  std::string out = "'";
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + (text.size() > kLongest ? "...'" : "'");
}

}  // namespace bitbasin
