// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/options.h"
#include "bitbasin/base/spec.h"

namespace bitbasin {

// The options that a spec string asks for. Fails on unknown options, on values outside their range, and where
// options do not go together, which a check(options) beside the struct knows.
template <class Options>
Options read_options(const OptionTable<Options>& table, const Spec& spec) {
  Options options;
  apply(table, options, spec);
  if constexpr (requires { check(options); }) check(options);
  return options;
}

}  // namespace bitbasin
