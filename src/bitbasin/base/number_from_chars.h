// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <string>
#include <system_error>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
#include <cerrno>
#include <cmath>
#include <cstdlib>
#endif

namespace bitbasin {

// std::from_chars, also of doubles where the standard library lacks them (libc++ before 20).
template <class T>
std::from_chars_result number_from_chars(const char* first, const char* last, T& value) {
  return std::from_chars(first, last, value);
}

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
template <>
inline std::from_chars_result number_from_chars(const char* first, const char* last, double& value) {
  // What strtod reads and from_chars does not: spaces, plus signs, hexadecimal numbers.
  const std::string text(first, last);
  const std::size_t start = text.starts_with('-') ? 1 : 0;
  const char c = start < text.size() ? text[start] : ' ';
  if (c == ' ' || c == '+' || c == '-' || (c >= '\t' && c <= '\r'))
    return {first, std::errc::invalid_argument};
  const bool hexadecimal = c == '0' && start + 1 < text.size() && (text[start + 1] | ' ') == 'x';
  if (hexadecimal) {
    value = 0;
    return {first + start + 1, std::errc{}};
  }
  char* end = nullptr;
  errno = 0;
  const double read = std::strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, std::errc::invalid_argument};
  const char* const stopped = first + (end - text.c_str());
  if (errno == ERANGE && (read == 0 || std::isinf(read))) return {stopped, std::errc::result_out_of_range};
  value = read;
  return {stopped, std::errc{}};
}
#endif

}  // namespace bitbasin
