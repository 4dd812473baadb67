// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/store/store_query.h"

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include <memory>
#include <string_view>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parse_number.h"
#include "bitbasin/store/sqlite_error.h"

namespace bitbasin {
namespace {

// A store that is open for reading cannot be changed; but a statement could still attach and make files.
int only_reading(void*, int action, const char*, const char*, const char*, const char*) {
  const bool reads = action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_FUNCTION ||
                     action == SQLITE_RECURSIVE;
  return reads ? SQLITE_OK : SQLITE_DENY;
}

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

// SQLiteCpp ignores everything after the first statement; here it is an error.
Statement prepare(Store& store, const std::string& sql) {
  sqlite3* const handle = store.database().getHandle();
  sqlite3_set_authorizer(handle, only_reading, nullptr);
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v2(handle, sql.c_str(), static_cast<int>(sql.size()), &statement, &rest);
  Statement owned(statement);
  if (code == SQLITE_AUTH) fail("expected a query that only reads, got {}", quote(sql));
  if (code == SQLITE_ERROR) fail("cannot run the query: {}", sqlite3_errmsg(handle));
  if (code != SQLITE_OK) fail_sqlite(store.path(), store.lock_timeout(), SQLite::Exception(handle, code));
  if (!owned) fail("expected a query, got {}", quote(sql));
  if (std::string_view(rest).find_first_not_of(" \t\r\n;") != std::string_view::npos) {
    fail("expected one query, but it is followed by {}", quote(rest));
  }
  return owned;
}

SqlValue value_at(sqlite3_stmt* statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_column_int64(statement, column)};
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, column);
    case SQLITE_NULL:
      return {};
    default: {
      const auto* text = static_cast<const char*>(sqlite3_column_blob(statement, column));
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
      return text == nullptr ? std::string() : std::string(text, size);
    }
  }
}

}  // namespace

void query_store(Store& store, const std::string& sql,
                 const std::function<void(std::span<const std::string>)>& on_columns,
                 const std::function<bool(std::span<const SqlValue>)>& on_row) {
  const Statement statement = prepare(store, sql);
  const int columns = sqlite3_column_count(statement.get());
  std::vector<std::string> names;
  for (int c = 0; c < columns; ++c) names.emplace_back(sqlite3_column_name(statement.get(), c));
  on_columns(names);
  sqlite3* const handle = store.database().getHandle();
  std::vector<SqlValue> row(names.size());
  for (;;) {
    const int code = sqlite3_step(statement.get());
    if (code == SQLITE_DONE) return;
    if (code == SQLITE_AUTH) fail("expected a query that only reads, got {}", quote(sql));
    if (code == SQLITE_ERROR) fail("cannot run the query: {}", sqlite3_errmsg(handle));
    if (code != SQLITE_ROW) fail_sqlite(store.path(), store.lock_timeout(), SQLite::Exception(handle, code));
    for (int c = 0; c < columns; ++c) row[static_cast<std::size_t>(c)] = value_at(statement.get(), c);
    if (!on_row(row)) return;
  }
}

}  // namespace bitbasin
