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

// Answers one statement of SQL that only reads; whatever else it tries is refused with a sentence.
// `on_columns` hears the names once, `on_row` each row; false ends the query.
void query_store(Store& store, const std::string& sql,
                 const std::function<void(std::span<const std::string>)>& on_columns,
                 const std::function<bool(std::span<const SqlValue>)>& on_row);

}  // namespace bitbasin
