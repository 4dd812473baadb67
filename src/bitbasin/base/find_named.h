// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "bitbasin/base/error.h"

namespace bitbasin {

// The entry of a list with that name; fails with a sentence that lists the known ones. `what` they are:
// "algorithms".
template <class T, class Name>
const T& find_named(std::span<const T> all, Name T::*name_of, std::string_view name, std::string_view what) {
  const auto found = std::ranges::find(all, name, name_of);
  if (found == all.end()) {
    std::string known;
    for (const T& entry : all) known.append(known.empty() ? "" : ", ").append(entry.*name_of);
    fail("expected one of the {} {} but got '{}'", what, known, name);
  }
  return *found;
}

}  // namespace bitbasin
