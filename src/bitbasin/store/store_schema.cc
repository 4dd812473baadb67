// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/store/store_schema.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include "bitbasin/base/error.h"

namespace bitbasin {
namespace {

constexpr int kApplicationId = 0x62626173;  // "bbas", by which `file` and we know a store

constexpr std::string_view kMigrations[] = {
    R"sql(
      create table run(
        id integer primary key,
        identity text not null unique,
        started text not null,
        version text not null,
        git_commit text not null,
        simd text not null,
        cpu text not null,
        threads integer not null,
        ranks integer not null,
        seed integer not null,
        file text not null,
        plan text not null
      ) strict;
      create table result(
        id integer primary key,
        identity text not null unique,
        cell text not null,
        kind text not null,
        algorithm text,
        n integer,
        alpha real,
        seed integer,
        status text not null check(status in ('done', 'failed')),
        solved integer check(solved in (0, 1)),
        work integer not null,
        seconds real not null,
        error text,
        parameters text not null,
        result text,
        run integer not null references run(id)
      ) strict;
      create index result_cell on result(cell, status, solved, seconds);
    )sql",
    // Before a sweep the store is asked how long tasks of one size take.
    "create index result_size on result(kind, algorithm, n, alpha, seconds) where status = 'done';",
};

struct Header {
  int version = 0, id = 0, tables = 0;
};

// In one statement: another process may be writing all three.
Header header_of(SQLite::Database& database) {
  SQLite::Statement query(database,
                          "select (select user_version from pragma_user_version), "
                          "(select application_id from pragma_application_id), "
                          "(select count(*) from sqlite_master)");
  query.executeStep();
  return {query.getColumn(0).getInt(), query.getColumn(1).getInt(), query.getColumn(2).getInt()};
}

}  // namespace

std::span<const std::string_view> store_migrations() {
  return kMigrations;
}

int store_version() {
  return static_cast<int>(store_migrations().size());
}

int check_store_version(SQLite::Database& database, const std::string& path) {
  const auto [version, id, tables] = header_of(database);
  if (tables == 0 && version == 0 && id == 0) return 0;
  if (id != kApplicationId) fail("{} is not a store: it is a database of another program", path);
  if (version > store_version()) {
    fail("expected a store of version {} or older, but {} has version {}, written by a newer bitbasin",
         store_version(), path, version);
  }
  return version;
}

void migrate_store(SQLite::Database& database, const std::string& path) {
  if (check_store_version(database, path) == store_version()) return;
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  // Another process may have been faster: check again, now that no other can write.
  const int from = check_store_version(database, path);
  for (int step = from; step < store_version(); ++step) {
    database.exec(std::string(store_migrations()[static_cast<std::size_t>(step)]));
  }
  database.exec(
      fmt::format("pragma application_id = {}; pragma user_version = {}", kApplicationId, store_version()));
  transaction.commit();
}

}  // namespace bitbasin
