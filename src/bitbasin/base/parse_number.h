// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace bitbasin {

// The values a number may take. A bound that is excluded is not reached: {0, 1, true} is 0 < x <= 1.
template <class T>
struct Range {
  static constexpr bool kReal = std::numeric_limits<T>::has_infinity;
  static constexpr T kLowest = kReal ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
  static constexpr T kHighest = kReal ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();

  T min = kLowest;
  T max = kHighest;
  bool min_excluded = false;
  bool max_excluded = false;

  constexpr bool contains(T x) const {  // false for NaN
    return (min_excluded ? x > min : x >= min) && (max_excluded ? x < max : x <= max);
  }
};

// "number from 0 to 1", "number above 0", "whole number of at least 1".
template <class T>
std::string in_words(const Range<T>& range);

// Reads a number in C notation, whatever the locale. The whole text must be the number and it must lie in the
// range; NaN never does. `label` names it in the error, `expected` is the range in words.
// Defined for int, std::int64_t, std::uint64_t and double.
template <class T>
T parse_number(std::string_view label, std::string_view text, const Range<T>& range,
               std::string_view expected);
template <class T>
T parse_number(std::string_view label, std::string_view text, const Range<T>& range = {}) {
  return parse_number(label, text, range, in_words(range));
}

// The index of the text in the list of names.
std::size_t parse_choice(std::string_view label, std::string_view text,
                         std::span<const std::string_view> names, std::string_view expected);

// A user's text for an error message: in quotes, shortened, and printable.
std::string quote(std::string_view text);

}  // namespace bitbasin
