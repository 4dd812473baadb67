// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "bitbasin/base/options.h"

namespace bitbasin {

// A value is not what the caller asked for: another kind, or no such key or entry.
class JsonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One JSON value: null, a truth value, a number, text, a list, or an object whose keys keep their order.
// Braces make objects of pairs that begin with text, and lists of anything else: Json{{"n", 3}}, Json{1, 2}.
class Json {
 public:
  using value_type = Json;
  using const_iterator = const Json*;
  using List = std::vector<Json>;
  using Members = std::vector<std::pair<std::string, Json>>;

  Json();
  Json(std::nullptr_t) : Json() {}
  Json(bool value);
  Json(double value);
  template <std::signed_integral T>
  Json(T value) : Json(Signed{value}) {}
  template <std::unsigned_integral T>
  Json(T value) : Json(Unsigned{value}) {}
  Json(const char* text) : Json(std::string(text)) {}
  Json(std::string_view text) : Json(std::string(text)) {}
  Json(std::string text);
  template <class T>
  Json(const std::vector<T>& entries) : Json(List(entries.begin(), entries.end())) {}
  template <class T, std::size_t N>
  Json(const std::array<T, N>& entries) : Json(List(entries.begin(), entries.end())) {}
  Json(List entries);
  Json(std::initializer_list<Json> braces);
  static Json array();
  static Json object();

  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(Json other) noexcept;
  ~Json();

  // Nothing if the text is not JSON.
  static std::optional<Json> parse(std::string_view text);
  // On one line, or with an indentation. Bytes that are not UTF-8 become U+FFFD.
  std::string dump(int indent = -1, bool ascii = false) const;

  bool is_null() const { return value_.index() == 0; }
  bool is_boolean() const { return value_.index() == 1; }
  bool is_number_integer() const { return value_.index() == 2 || value_.index() == 3; }
  bool is_number_float() const { return value_.index() == 4; }
  bool is_number() const { return is_number_integer() || is_number_float(); }
  bool is_string() const { return value_.index() == 5; }
  bool is_array() const { return value_.index() == 6; }
  bool is_object() const { return value_.index() == 7; }

  // As a bool, a number or text; numbers are converted to the requested type.
  template <class T>
  T get() const {
    if constexpr (std::same_as<T, std::string>) {
      return text();
    } else if constexpr (std::same_as<T, bool>) {
      return truth();
    } else if constexpr (std::floating_point<T>) {
      return static_cast<T>(real());
    } else {
      return static_cast<T>(integer());
    }
  }
  const std::string& text() const;

  // Entries and members: 0 for null.
  std::size_t size() const;
  bool empty() const { return size() == 0; }

  // Lists. Null becomes a list when something is pushed.
  const Json* begin() const { return list().data(); }
  const Json* end() const { return begin() + list().size(); }
  const Json& entry(std::size_t i) const;
  template <std::integral T>
  const Json& at(T i) const {
    return entry(static_cast<std::size_t>(i));
  }
  template <std::integral T>
  const Json& operator[](T i) const {
    return at(i);
  }
  template <std::integral T>
  const Json& operator[](T i) {
    return at(i);
  }
  const Json& front() const { return entry(0); }
  const Json& back() const { return entry(size() - 1); }
  void push_back(Json entry);

  // Objects. A missing key is added; null becomes an object.
  Json& operator[](std::string_view key);
  Json& operator[](const char* key) { return (*this)[std::string_view(key)]; }
  const Json& operator[](std::string_view key) const { return at(key); }
  const Json& operator[](const char* key) const { return at(std::string_view(key)); }
  const Json& at(std::string_view key) const;
  const Json& at(const char* key) const { return at(std::string_view(key)); }
  const Json* find(std::string_view key) const;  // nothing if this is not an object or lacks the key
  bool contains(std::string_view key) const { return find(key) != nullptr; }
  template <class T>
  T value(std::string_view key, T otherwise) const {
    const Json* found = find(key);
    return found ? found->get<T>() : otherwise;
  }
  const Members& items() const;
  void erase(std::string_view key);
  void update(const Json& object);  // its keys replace ours, new ones follow

  // Numbers are compared by value, whatever their type; nothing else has an order.
  friend bool operator==(const Json& a, const Json& b);
  friend std::partial_ordering operator<=>(const Json& a, const Json& b);
  friend std::ostream& operator<<(std::ostream& stream, const Json& value);

 private:
  struct Signed {
    std::int64_t value;
  };
  struct Unsigned {
    std::uint64_t value;
  };
  explicit Json(Signed number);
  explicit Json(Unsigned number);
  bool truth() const;
  double real() const;
  std::uint64_t integer() const;  // negative ones as two's complement
  const List& list() const;

  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, List, Members> value_;
};

// The JSON form of an option's value: "auto" stays text.
Json to_json(const OptionValue& value);

// Infinite and undefined numbers are null.
Json number_or_null(double x);

}  // namespace bitbasin
