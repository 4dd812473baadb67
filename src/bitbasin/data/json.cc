// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/json.h"

#include <cmath>

namespace bitbasin {

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
