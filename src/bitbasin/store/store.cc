// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/store/store.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/store/sqlite_error.h"
#include "bitbasin/store/store_schema.h"

namespace bitbasin {
namespace {

int milliseconds(const StoreOptions& options) {
  return static_cast<int>(options.lock_timeout * 1000);
}

// A file name as a URI, followed by the options.
std::string uri(const std::string& path, const char* options) {
  std::string out = "file:";
  for (const char c : path) {
    if (c == '?' || c == '#' || c == '%') {
      out += fmt::format("%{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + options;
}

// Switching to a write-ahead log needs exclusive access to the file, and the busy handler does not wait for
// it.
void use_write_ahead_log(SQLite::Database& database, const StoreOptions& options) {
  constexpr int kPause = 20;  // milliseconds
  for (int waited = 0;; waited += kPause) {
    try {
      database.exec("pragma journal_mode = wal");
      return;
    } catch (const SQLite::Exception& error) {
      if (error.getErrorCode() != SQLITE_BUSY || waited >= milliseconds(options)) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(kPause));
  }
}

template <class T>
void bind_or_null(SQLite::Statement& statement, int place, const std::optional<T>& value) {
  if (value) {
    statement.bind(place, *value);
  } else {
    statement.bind(place);
  }
}

void bind_or_null(SQLite::Statement& statement, int place, const std::string& text) {
  if (text.empty()) {
    statement.bind(place);
  } else {
    statement.bindNoCopy(place, text);
  }
}

std::uint64_t unsigned_at(SQLite::Statement& query, int column) {
  return static_cast<std::uint64_t>(query.getColumn(column).getInt64());
}

std::optional<bool> truth_at(SQLite::Statement& query, int column) {
  const auto value = query.getColumn(column);
  if (value.isNull()) return {};
  return value.getInt() != 0;
}

std::optional<std::int64_t> whole_at(SQLite::Statement& query, int column) {
  const auto value = query.getColumn(column);
  if (value.isNull()) return {};
  return value.getInt64();
}

std::optional<double> real_at(SQLite::Statement& query, int column) {
  const auto value = query.getColumn(column);
  if (value.isNull()) return {};
  return value.getDouble();
}

}  // namespace

// Prepared once, for what is called once per task.
struct Store::Statements {
  explicit Statements(SQLite::Database& database)
      : find(database, "select status, solved from result where identity = ?"),
        add(database, R"sql(
          insert into result(identity, cell, kind, algorithm, n, alpha, seed, status, solved, work, seconds,
                             error, parameters, result, run)
          values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
          on conflict(identity) do update set
            status = ?8, solved = ?9, work = ?10, seconds = ?11, error = ?12, result = ?14, run = ?15
          where status = 'failed' and ?8 = 'done')sql"),
        data_version(database, "pragma data_version") {}

  SQLite::Statement find;
  SQLite::Statement add;
  SQLite::Statement data_version;
};

Store::Store(std::string path, const StoreOptions& options) : path_(std::move(path)), options_(options) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::open(const std::string& path, const StoreOptions& options) {
  return with_store_errors(path, options.lock_timeout, [&] {
    Store store(path, options);
    store.database_ = std::make_unique<SQLite::Database>(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                                                         milliseconds(options));
    SQLite::Database& database = *store.database_;
    check_store_version(database, path);
    use_write_ahead_log(database, options);
    // A commit is on the disk when it returns: a batch costs one flush, some milliseconds twice a second.
    database.exec("pragma synchronous = full; pragma foreign_keys = on");
    // Identities are in no order, so every batch touches pages all over the index: cache 64 MB of them, and
    // checkpoint the log every 32 MB. (100,000 results cost 4.9 s of CPU time with it, 6.7 s without.)
    database.exec("pragma cache_size = -65536; pragma wal_autocheckpoint = 8000");
    migrate_store(database, path);
    const std::string damage = database.execAndGet("pragma quick_check(1)").getString();
    if (damage != "ok") fail("the store {} is damaged: {}", path, damage);
    store.statements_ = std::make_unique<Statements>(database);
    store.changed_by_others();
    return store;
  });
}

Store Store::read(const std::string& path, const StoreOptions& options) {
  if (!std::filesystem::exists(path)) fail("the store {} does not exist", path);
  return with_store_errors(path, options.lock_timeout, [&] {
    Store store(path, options);
    const auto connect = [&](const std::string& name, int flags) {
      store.database_ =
          std::make_unique<SQLite::Database>(name, SQLite::OPEN_READONLY | flags, milliseconds(options));
      return check_store_version(*store.database_, path);
    };
    int version = 0;
    try {
      version = connect(path, 0);
    } catch (const SQLite::Exception& error) {
      // In a read-only folder SQLite cannot create the index of the log; without a log it needs none.
      const int code = error.getErrorCode();
      const bool unwritable = code == SQLITE_CANTOPEN || code == SQLITE_READONLY;
      if (!unwritable || std::filesystem::exists(path + "-wal")) throw;
      version = connect(uri(path, "?immutable=1"), SQLite::OPEN_URI);
    }
    if (version == 0) fail("{} is not a store: the file is empty", path);
    if (version < store_version()) {
      store.database_.reset();
      { const Store upgraded = open(path, options); }
      connect(path, 0);
    }
    store.statements_ = std::make_unique<Statements>(*store.database_);
    return store;
  });
}

std::int64_t Store::add_run(const RunRecord& run) {
  return with_store_errors(path_, options_.lock_timeout, [&] {
    SQLite::Statement add(*database_, R"sql(
        insert into run(identity, started, version, git_commit, simd, cpu, threads, ranks, seed, file, plan)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict(identity) do nothing)sql");
    int place = 0;
    for (const std::string* text :
         {&run.identity, &run.started, &run.version, &run.commit, &run.simd, &run.cpu}) {
      add.bind(++place, *text);
    }
    add.bind(++place, run.threads);
    add.bind(++place, run.ranks);
    add.bind(++place, static_cast<std::int64_t>(run.seed));
    add.bind(++place, run.file);
    add.bind(++place, run.plan);
    add.exec();
    SQLite::Statement find(*database_, "select id from run where identity = ?");
    find.bind(1, run.identity);
    find.executeStep();
    return find.getColumn(0).getInt64();
  });
}

std::uint64_t Store::add(std::span<const ResultRow> rows, std::int64_t run) {
  return add(rows, std::vector<std::int64_t>(rows.size(), run));
}

std::uint64_t Store::add(std::span<const ResultRow> rows, std::span<const std::int64_t> runs) {
  return with_store_errors(path_, options_.lock_timeout, [&] {
    std::uint64_t added = 0;
    SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const ResultRow& row = rows[i];
      SQLite::Statement& add = statements_->add;
      add.reset();
      add.bindNoCopy(1, row.identity);
      add.bindNoCopy(2, row.cell);
      add.bindNoCopy(3, row.kind);
      bind_or_null(add, 4, row.algorithm);
      bind_or_null(add, 5, row.n);
      bind_or_null(add, 6, row.alpha);
      bind_or_null(add, 7, row.seed);
      add.bind(8, row.failed ? "failed" : "done");
      bind_or_null(add, 9, row.solved ? std::optional<int>(*row.solved) : std::nullopt);
      add.bind(10, static_cast<std::int64_t>(row.work));
      add.bind(11, row.seconds);
      bind_or_null(add, 12, row.error);
      add.bindNoCopy(13, row.parameters);
      bind_or_null(add, 14, row.result);
      add.bind(15, runs[i]);
      added += static_cast<std::uint64_t>(add.exec());
    }
    transaction.commit();
    return added;
  });
}

std::optional<KnownResult> Store::find(std::string_view identity) {
  return with_store_errors(path_, options_.lock_timeout, [&]() -> std::optional<KnownResult> {
    SQLite::Statement& find = statements_->find;
    find.reset();
    find.bind(1, std::string(identity));
    if (!find.executeStep()) return {};
    const KnownResult known{find.getColumn(0).getString() == "failed", truth_at(find, 1)};
    find.reset();  // otherwise the read lock would remain
    return known;
  });
}

std::optional<std::string> Store::result_of(std::string_view identity) {
  return with_store_errors(path_, options_.lock_timeout, [&]() -> std::optional<std::string> {
    SQLite::Statement find(*database_, "select result from result where identity = ? and status = 'done'");
    find.bind(1, std::string(identity));
    if (!find.executeStep()) return {};
    return find.getColumn(0).getString();
  });
}

bool Store::changed_by_others() {
  return with_store_errors(path_, options_.lock_timeout, [&] {
    SQLite::Statement& query = statements_->data_version;
    query.reset();
    query.executeStep();
    const int now = query.getColumn(0).getInt();
    query.reset();
    return std::exchange(data_version_, now) != now;
  });
}

StoreCounts Store::counts() {
  return with_store_errors(path_, options_.lock_timeout, [&] {
    SQLite::Statement query(*database_, R"sql(
        select count(*), coalesce(sum(status = 'failed'), 0), (select count(*) from run) from result)sql");
    query.executeStep();
    StoreCounts counts;
    counts.tasks = unsigned_at(query, 0);
    counts.failed = unsigned_at(query, 1);
    counts.done = counts.tasks - counts.failed;
    counts.runs = unsigned_at(query, 2);
    return counts;
  });
}

std::vector<CellCounts> Store::cells() {
  return with_store_errors(path_, options_.lock_timeout, [&] {
    SQLite::Statement query(*database_, R"sql(
        select cell, sum(status = 'done'), sum(status = 'failed'),
               sum(status = 'done' and solved is not null), coalesce(sum(status = 'done' and solved = 1), 0),
               coalesce(avg(case when status = 'done' then seconds end), 0)
        from result group by cell order by cell)sql");
    std::vector<CellCounts> cells;
    while (query.executeStep()) {
      cells.push_back({query.getColumn(0).getString(), unsigned_at(query, 1), unsigned_at(query, 2),
                       unsigned_at(query, 3), unsigned_at(query, 4), query.getColumn(5).getDouble()});
    }
    return cells;
  });
}

std::vector<SizeSeconds> Store::seconds_of(std::string_view kind, std::string_view algorithm) {
  return with_store_errors(path_, options_.lock_timeout, [&] {
    SQLite::Statement query(*database_, R"sql(
        select n, alpha, avg(seconds) from result
        where status = 'done' and kind = ? and algorithm is ? group by n, alpha)sql");
    query.bind(1, std::string(kind));
    const std::string algorithm_text(algorithm);
    bind_or_null(query, 2, algorithm_text);
    std::vector<SizeSeconds> sizes;
    while (query.executeStep()) {
      sizes.push_back({whole_at(query, 0), real_at(query, 1), query.getColumn(2).getDouble()});
    }
    return sizes;
  });
}

std::vector<std::string> Store::failures(std::size_t most) {
  return with_store_errors(path_, options_.lock_timeout, [&] {
    SQLite::Statement query(*database_, R"sql(
        select cell, seed, error from result where status = 'failed' order by id desc limit ?)sql");
    query.bind(1, static_cast<std::int64_t>(most));
    std::vector<std::string> lines;
    while (query.executeStep()) {
      const auto seed = whole_at(query, 1);
      lines.push_back(query.getColumn(0).getString() + (seed ? fmt::format(", seed {}", *seed) : "") + ": " +
                      query.getColumn(2).getString());
    }
    return lines;
  });
}

void Store::each_run(const std::function<void(std::int64_t, const RunRecord&)>& visit) {
  with_store_errors(path_, options_.lock_timeout, [&] {
    SQLite::Statement query(*database_, R"sql(
        select id, identity, started, version, git_commit, simd, cpu, threads, ranks, seed, file, plan
        from run order by id)sql");
    while (query.executeStep()) {
      const auto text = [&](int column) { return query.getColumn(column).getString(); };
      visit(query.getColumn(0).getInt64(),
            {text(1), text(2), text(3), text(4), text(5), text(6), query.getColumn(7).getInt(),
             query.getColumn(8).getInt(), unsigned_at(query, 9), text(10), text(11)});
    }
  });
}

void Store::each_result(const std::function<void(const ResultRow&, std::int64_t)>& visit) {
  with_store_errors(path_, options_.lock_timeout, [&] {
    SQLite::Statement query(*database_, R"sql(
        select identity, cell, kind, algorithm, n, alpha, seed, status, solved, work, seconds, error,
               parameters, result, run
        from result order by id)sql");
    while (query.executeStep()) {
      const auto text = [&](int column) { return query.getColumn(column).getString(); };
      visit({text(0), text(1), text(2), text(3), whole_at(query, 4), real_at(query, 5), whole_at(query, 6),
             text(7) == "failed", truth_at(query, 8), unsigned_at(query, 9), query.getColumn(10).getDouble(),
             text(11), text(12), text(13)},
            query.getColumn(14).getInt64());
    }
  });
}

}  // namespace bitbasin
