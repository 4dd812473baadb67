// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "bitbasin/store/store.h"

namespace bitbasin {

using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;

// Answers one SQL statement that only reads; anything else is refused with a sentence. `on_columns` is called
// once with the names, `on_row` with each row; returning false ends the query.
void query_store(Store& store, const std::string& sql,
                 const std::function<void(std::span<const std::string>)>& on_columns,
                 const std::function<bool(std::span<const SqlValue>)>& on_row);

}  // namespace bitbasin
