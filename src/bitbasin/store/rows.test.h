// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bitbasin/store/store.h"

namespace bitbasin {

// The content of a store without times and runs, in an order that does not depend on which task finished
// first.
inline std::vector<std::string> rows_of(Store& store) {
  std::vector<std::string> rows;
  store.each_result([&rows](const ResultRow& r, std::int64_t) {
    rows.push_back(fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {}", r.identity, r.cell, r.kind,
                               r.algorithm, r.n.value_or(-1), r.alpha.value_or(-1), r.seed.value_or(-1),
                               r.failed, r.solved ? static_cast<int>(*r.solved) : -1, r.work, r.error,
                               r.parameters, r.result));
  });
  std::ranges::sort(rows);
  return rows;
}

inline std::vector<std::string> rows_of(const std::string& path) {
  Store store = Store::read(path);
  return rows_of(store);
}

}  // namespace bitbasin
