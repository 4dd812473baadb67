// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace SQLite {
class Database;
}

namespace bitbasin {

// Step k turns a store of version k into one of version k + 1; version 0 is an empty file. To change the
// schema, append a step; never change one.
std::span<const std::string_view> store_migrations();
int store_version();  // after all steps

// The version of a store, 0 for an empty file. Fails on another database, and on a store of a newer bitbasin.
int check_store_version(SQLite::Database& database, const std::string& path);

// Brings a store up to date: all steps or none.
void migrate_store(SQLite::Database& database, const std::string& path);

}  // namespace bitbasin
