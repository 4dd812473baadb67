// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bitbasin {

// An algorithm with options, as text: "sbpi" or "rbp:rate=0.001,damping=0.1".
// A name or key is letters, digits, '_' and '-'; a value is any text without commas.
struct Spec {
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;  // in the order given, no key twice
  bool operator==(const Spec&) const = default;
};

Spec parse_spec(std::string_view text);
std::string to_string(const Spec& spec);

// Fails with a sentence that lists the options of `name` and suggests the nearest one, if any.
[[noreturn]] void fail_unknown_option(std::string_view name, std::string_view key,
                                      std::span<const std::string_view> known);

// The candidate that differs from `text` by a typing error of at most two letters, or nothing.
std::string_view nearest(std::string_view text, std::span<const std::string_view> candidates);

}  // namespace bitbasin
