// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/json/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

namespace bitbasin {
namespace {

using Parsed = nlohmann::ordered_json;

Parsed to_parsed(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_float()) return value.get<double>();
  if (value.is_string()) return value.text();
  if (value.is_number_integer()) {
    if (value < 0) return value.get<std::int64_t>();
    return value.get<std::uint64_t>();
  }
  Parsed parsed;
  if (value.is_array()) {
    parsed = Parsed::array();
    for (const Json& entry : value) parsed.push_back(to_parsed(entry));
  } else if (value.is_object()) {
    parsed = Parsed::object();
    auto& members = parsed.get_ref<Parsed::object_t&>();
    for (const auto& [key, member] : value.items()) members.emplace_back(key, to_parsed(member));
  }
  return parsed;
}

Json from_parsed(const Parsed& parsed) {
  switch (parsed.type()) {
    case Parsed::value_t::boolean:
      return parsed.get<bool>();
    case Parsed::value_t::number_integer:
      return parsed.get<std::int64_t>();
    case Parsed::value_t::number_unsigned:
      return parsed.get<std::uint64_t>();
    case Parsed::value_t::number_float:
      return parsed.get<double>();
    case Parsed::value_t::string:
      return parsed.get_ref<const std::string&>();
    case Parsed::value_t::array: {
      Json list = Json::array();
      for (const Parsed& entry : parsed) list.push_back(from_parsed(entry));
      return list;
    }
    case Parsed::value_t::object: {
      Json object = Json::object();
      for (const auto& [key, member] : parsed.items()) object[key] = from_parsed(member);
      return object;
    }
    default:
      return nullptr;
  }
}

[[noreturn]] void expected(const char* what, const Json& value) {
  throw JsonError(fmt::format("expected {}, got {}", what, value.dump().substr(0, 60)));
}

bool is_member(const Json& value) {
  return value.is_array() && value.size() == 2 && value.front().is_string();
}

}  // namespace

Json::Json() = default;
Json::Json(bool value) : value_(value) {}
Json::Json(double value) : value_(value) {}
Json::Json(Signed number) : value_(number.value) {}
Json::Json(Unsigned number) : value_(number.value) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(List entries) : value_(std::move(entries)) {}
Json::Json(std::initializer_list<Json> braces) {
  if (!std::ranges::all_of(braces, is_member)) {
    value_ = List(braces);
    return;
  }
  for (const Json& pair : braces) (*this)[pair.front().text()] = pair.back();
}
Json Json::array() {
  return Json(List());
}
Json Json::object() {
  Json object;
  object.value_ = Members();
  return object;
}

Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(Json other) noexcept {
  value_ = std::move(other.value_);
  return *this;
}
Json::~Json() = default;

std::optional<Json> Json::parse(std::string_view text) {
  const Parsed parsed = Parsed::parse(text, nullptr, false);
  if (parsed.is_discarded()) return {};
  return from_parsed(parsed);
}

std::string Json::dump(int indent, bool ascii) const {
  return to_parsed(*this).dump(indent, ' ', ascii, Parsed::error_handler_t::replace);
}

bool Json::truth() const {
  if (!is_boolean()) expected("true or false", *this);
  return std::get<bool>(value_);
}

double Json::real() const {
  if (is_number_float()) return std::get<double>(value_);
  if (const auto* i = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*i);
  return static_cast<double>(integer());
}

std::uint64_t Json::integer() const {
  if (!is_number()) expected("a number", *this);
  if (const auto* x = std::get_if<double>(&value_)) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(*x));
  }
  if (const auto* i = std::get_if<std::int64_t>(&value_)) return static_cast<std::uint64_t>(*i);
  return std::get<std::uint64_t>(value_);
}

const std::string& Json::text() const {
  if (!is_string()) expected("text", *this);
  return std::get<std::string>(value_);
}

const Json::List& Json::list() const {
  if (!is_array()) expected("a list", *this);
  return std::get<List>(value_);
}

const Json::Members& Json::items() const {
  if (!is_object()) expected("an object", *this);
  return std::get<Members>(value_);
}

std::size_t Json::size() const {
  return is_null() ? 0 : is_object() ? items().size() : list().size();
}

const Json& Json::entry(std::size_t i) const {
  if (i >= list().size())
    throw JsonError(fmt::format("expected an entry {}, but the list has {}", i, size()));
  return list()[i];
}

void Json::push_back(Json entry) {
  if (is_null()) value_ = List();
  if (!is_array()) expected("a list", *this);
  std::get<List>(value_).push_back(std::move(entry));
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) value_ = Members();
  if (!is_object()) expected("an object", *this);
  auto& members = std::get<Members>(value_);
  const auto found = std::ranges::find(members, key, &Members::value_type::first);
  if (found != members.end()) return found->second;
  return members.emplace_back(key, Json()).second;
}

const Json& Json::at(std::string_view key) const {
  const Json* found = find(key);
  if (!found) throw JsonError(fmt::format("the key '{}' is missing", key));
  return *found;
}

const Json* Json::find(std::string_view key) const {
  if (!is_object()) return nullptr;
  const auto found = std::ranges::find(items(), key, &Members::value_type::first);
  return found == items().end() ? nullptr : &found->second;
}

void Json::erase(std::string_view key) {
  if (!is_object()) expected("an object", *this);
  std::erase_if(std::get<Members>(value_), [key](const auto& member) { return member.first == key; });
}

void Json::update(const Json& object) {
  for (const auto& [key, member] : object.items()) (*this)[key] = member;
}

bool operator==(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) return (a <=> b) == 0;
  return a.value_ == b.value_;
}

std::partial_ordering operator<=>(const Json& a, const Json& b) {
  if (!a.is_number() || !b.is_number()) return std::partial_ordering::unordered;
  if (a.is_number_float() || b.is_number_float()) return a.real() <=> b.real();
  const auto negative = [](const Json& x) {
    const auto* i = std::get_if<std::int64_t>(&x.value_);
    return i && *i < 0;
  };
  if (negative(a) != negative(b)) {
    return negative(a) ? std::partial_ordering::less : std::partial_ordering::greater;
  }
  return a.integer() <=> b.integer();
}

std::ostream& operator<<(std::ostream& stream, const Json& value) {
  return stream << value.dump();
}

Json to_json(const OptionValue& value) {
  struct Convert {
    Json operator()(std::monostate) const { return kAutoText; }
    Json operator()(bool b) const { return b; }
    Json operator()(std::int64_t i) const { return i; }
    Json operator()(std::uint64_t u) const { return u; }
    Json operator()(double x) const { return x; }
    Json operator()(const std::string& s) const { return s; }
  };
  return std::visit(Convert{}, value);
}

Json number_or_null(double x) {
  return std::isfinite(x) ? Json(x) : Json(nullptr);
}

}  // namespace bitbasin
