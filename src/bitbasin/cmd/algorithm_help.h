// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "bitbasin/base/find_named.h"

namespace bitbasin {

// What --algorithm says in the help of a command that takes one of these.
template <class Algorithm>
std::string algorithm_help(std::span<const Algorithm> algorithms) {
  return "one of " + joined_names(algorithms, &Algorithm::name) +
         ", with options as NAME:OPTION=VALUE,...; see bitbasin algorithms";
}

}  // namespace bitbasin
