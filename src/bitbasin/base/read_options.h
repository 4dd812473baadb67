// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "bitbasin/base/options.h"
#include "bitbasin/base/spec.h"

namespace bitbasin {

// The options that a spec string sets. Fails on unknown options, on values outside their range, and on
// options that contradict each other, as judged by a check(options) next to the struct.
template <class Options>
Options read_options(const OptionTable<Options>& table, const Spec& spec) {
  Options options;
  apply(table, options, spec);
  if constexpr (requires { check(options); }) check(options);
  return options;
}

// The spec string that names only the options that differ from their defaults.
template <class Options>
std::string shortest_spec(std::string_view name, const OptionTable<Options>& table, const Options& options) {
  Spec spec{std::string(name), {}};
  const Options defaults{};
  for (const Option<Options>& o : table) {
    std::string text = to_text(o.get(options));
    if (text != to_text(o.get(defaults))) spec.options.emplace_back(o.name, std::move(text));
  }
  return to_string(spec);
}

}  // namespace bitbasin
