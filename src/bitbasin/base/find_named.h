// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "bitbasin/base/error.h"

namespace bitbasin {

// "rbp, rms, sbpi"
template <class T, class Name>
std::string joined_names(std::span<const T> all, Name T::*name_of) {
  std::string joined;
  for (const T& entry : all) joined.append(joined.empty() ? "" : ", ").append(entry.*name_of);
  return joined;
}

// The entry with the given name; fails with a sentence that lists the known ones. `what` is what they are
// called: "algorithms".
template <class T, class Name>
const T& find_named(std::span<const T> all, Name T::*name_of, std::string_view name, std::string_view what) {
  const auto found = std::ranges::find(all, name, name_of);
  if (found == all.end()) {
    fail("expected one of the {} {}; got '{}'", what, joined_names(all, name_of), name);
  }
  return *found;
}

}  // namespace bitbasin
