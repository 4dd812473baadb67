// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/store/store.h"

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/store/rows.test.h"
#include "bitbasin/store/store_schema.h"

namespace bitbasin::store_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

RunRecord some_run(const std::string& identity = "run one") {
  return {identity, "2026-01-31T12:00:00Z", "0.1.0", "abc", "avx2", "a CPU", 2, 1, 7, "a.toml", "text"};
}

ResultRow some_row(const std::string& identity, bool solved = true, std::int64_t seed = 1) {
  return {identity, "cell", "solve perceptron",  "rbp", 11, 0.5, seed, false, solved, 100, 0.25,
          "",       "{}",   R"({"solved":true})"};
}

ResultRow failed_row(const std::string& identity) {
  ResultRow row = some_row(identity);
  row.failed = true;
  row.solved.reset();
  row.error = "expected more, got less";
  row.result.clear();
  return row;
}

TEST(Store, KeepsWhatItIsGiven) {
  const TempFolder folder;
  ResultRow bare = some_row("b");
  bare.n.reset();
  bare.alpha.reset();
  bare.seed.reset();
  bare.solved.reset();
  bare.algorithm.clear();
  const std::vector<ResultRow> rows = {some_row("a"), bare, failed_row("c")};
  {
    Store store = Store::open(folder.path("runs.db"));
    const auto run = store.add_run(some_run());
    EXPECT_EQ(store.add(rows, run), 3u);
  }
  Store store = Store::read(folder.path("runs.db"));
  std::vector<ResultRow> found;
  store.each_result([&](const ResultRow& row, std::int64_t run) {
    EXPECT_EQ(run, 1);
    found.push_back(row);
  });
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].solved, true);
  EXPECT_EQ(found[0].seconds, 0.25);
  EXPECT_FALSE(found[1].n || found[1].alpha || found[1].seed || found[1].solved);
  EXPECT_TRUE(found[2].failed);
  EXPECT_EQ(found[2].error, "expected more, got less");
  EXPECT_EQ(found[2].result, "");
  store.each_run([](std::int64_t id, const RunRecord& run) {
    EXPECT_EQ(id, 1);
    EXPECT_EQ(run.identity, "run one");
    EXPECT_EQ(run.commit, "abc");
    EXPECT_EQ(run.cpu, "a CPU");
    EXPECT_EQ(run.seed, 7u);
    EXPECT_EQ(run.plan, "text");
  });
  const StoreCounts counts = store.counts();
  EXPECT_EQ(counts.tasks, 3u);
  EXPECT_EQ(counts.done, 2u);
  EXPECT_EQ(counts.failed, 1u);
  EXPECT_EQ(counts.runs, 1u);
}

TEST(Store, NeverDoublesARowAndLetsDoneBeatFailed) {
  const TempFolder folder;
  Store store = Store::open(folder.path("runs.db"));
  const auto run = store.add_run(some_run());
  EXPECT_EQ(store.add_run(some_run()), run);
  EXPECT_EQ(store.add(std::vector{failed_row("a"), some_row("b", false)}, run), 2u);
  EXPECT_TRUE(store.find("a")->failed);
  EXPECT_EQ(store.add(std::vector{some_row("a"), some_row("b", true), some_row("a")}, run), 1u);
  EXPECT_EQ(store.find("a")->failed, false);
  EXPECT_EQ(store.find("a")->solved, true);
  EXPECT_EQ(store.find("b")->solved, false);  // the first result stays
  EXPECT_EQ(store.add(std::vector{failed_row("b")}, run), 0u);
  EXPECT_FALSE(store.find("c"));
  EXPECT_EQ(store.counts().tasks, 2u);
}

TEST(Store, ABatchIsStoredWholeOrNotAtAll) {
  const TempFolder folder;
  Store store = Store::open(folder.path("runs.db"));
  const auto run = store.add_run(some_run());
  const std::vector<std::int64_t> runs = {run, run + 1};  // there is no such run
  EXPECT_THAT(error_text([&] {
                store.add(std::vector{some_row("a"), some_row("b")}, runs);
              }),
              HasSubstr("FOREIGN KEY"));
  EXPECT_EQ(store.counts().tasks, 0u);
}

TEST(Store, CountsByCellAndKnowsHowLongTasksTook) {
  const TempFolder folder;
  Store store = Store::open(folder.path("runs.db"));
  const auto run = store.add_run(some_run());
  ResultRow other = some_row("d");
  other.cell = "another";
  other.n = 21;
  other.seconds = 4;
  ResultRow slow = some_row("e");
  slow.seconds = 0.75;
  store.add(std::vector{some_row("a"), some_row("b", false), failed_row("c"), other, slow}, run);
  const auto cells = store.cells();
  ASSERT_THAT(cells, SizeIs(2));
  EXPECT_EQ(cells[0].cell, "another");
  EXPECT_EQ(cells[1].done, 3u);
  EXPECT_EQ(cells[1].failed, 1u);
  EXPECT_EQ(cells[1].tried, 3u);
  EXPECT_EQ(cells[1].solved, 2u);
  const auto sizes = store.seconds_of("solve perceptron", "rbp");
  ASSERT_THAT(sizes, SizeIs(2));
  EXPECT_DOUBLE_EQ(sizes[0].seconds, (0.25 + 0.25 + 0.75) / 3);
  EXPECT_EQ(sizes[1].n, 21);
  EXPECT_THAT(store.seconds_of("solve perceptron", "sbpi"), SizeIs(0));
  EXPECT_THAT(store.failures(5), ElementsAre("cell, seed 1: expected more, got less"));
}

TEST(Store, SeesWhatAnotherProcessWrites) {
  const TempFolder folder;
  Store ours = Store::open(folder.path("runs.db"));
  Store theirs = Store::open(folder.path("runs.db"));
  const auto run = ours.add_run(some_run());
  ours.add(std::vector{some_row("a")}, run);
  EXPECT_FALSE(ours.changed_by_others());
  theirs.add(std::vector{some_row("b")}, run);
  EXPECT_TRUE(ours.changed_by_others());
  EXPECT_FALSE(ours.changed_by_others());
  EXPECT_TRUE(ours.find("b"));
}

TEST(Store, SaysWhenAnotherProcessKeepsItLocked) {
  const TempFolder folder;
  Store ours = Store::open(folder.path("runs.db"), {.lock_timeout = 0.05});
  const auto run = ours.add_run(some_run());
  Store theirs = Store::open(folder.path("runs.db"));
  theirs.database().exec("begin immediate");
  EXPECT_THAT(error_text([&] { ours.add(std::vector{some_row("a")}, run); }),
              HasSubstr("is still locked by another process after 0.05 s"));
  theirs.database().exec("rollback");
  EXPECT_EQ(ours.add(std::vector{some_row("a")}, run), 1u);
}

TEST(Store, BringsOlderVersionsUpToDate) {
  for (int version = 1; version < store_version(); ++version) {
    const TempFolder folder;
    const std::string path = folder.path("old.db");
    {
      SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
      for (int step = 0; step < version; ++step) {
        database.exec(std::string(store_migrations()[static_cast<std::size_t>(step)]));
      }
      database.exec(fmt::format("pragma application_id = 1650614643; pragma user_version = {}", version));
      database.exec("insert into run values (1, 'r', 's', 'v', 'c', 'x', 'p', 1, 1, 1, 'f', 't')");
      database.exec(
          "insert into result(identity, cell, kind, status, work, seconds, parameters, result, run) values "
          "('a', 'c', 'k', 'done', 1, 1, '{}', '{}', 1)");
    }
    Store store = Store::read(path);  // a reader also does it
    EXPECT_EQ(store.counts().tasks, 1u);
    EXPECT_EQ(store.database().execAndGet("pragma user_version").getInt(), store_version());
    EXPECT_TRUE(store.database()
                    .execAndGet("select count(*) from sqlite_master where name = 'result_size'")
                    .getInt() == 1);
  }
}

TEST(Store, RefusesWhatIsNoStore) {
  const TempFolder folder;
  const auto both = [](const std::string& path) {
    const std::string text = error_text([&] { Store::open(path); });
    EXPECT_EQ(error_text([&] { Store::read(path); }), text);
    return text;
  };
  EXPECT_THAT(both(folder.add("text.db", "no database at all, only text that is long enough to be one")),
              HasSubstr(folder.path("text.db") + " is not a store"));
  {
    SQLite::Database other(folder.path("other.db"), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("create table song(name text)");
  }
  EXPECT_THAT(both(folder.path("other.db")), HasSubstr("it is a database of another program"));
  { Store::open(folder.path("new.db")).database().exec("pragma user_version = 99"); }
  EXPECT_THAT(both(folder.path("new.db")), HasSubstr("has version 99, written by a newer bitbasin"));
  EXPECT_THAT(error_text([&] { Store::read(folder.path("none.db")); }), HasSubstr("does not exist"));
  EXPECT_THAT(error_text([&] { Store::read(folder.add("empty.db", "")); }), HasSubstr("the file is empty"));
  EXPECT_THAT(error_text([&] { Store::open(folder.path("no/such/folder.db")); }),
              HasSubstr("the file or its folder does not allow it"));
}

// Somewhere in the middle, where SQLite looks only when it has to.
TEST(Store, FindsDamagedBytesWhenItIsOpenedForWriting) {
  const TempFolder folder;
  const std::string path = folder.path("runs.db");
  {
    Store store = Store::open(path);
    const auto run = store.add_run(some_run());
    std::vector<ResultRow> rows;
    for (int i = 0; i < 500; ++i) rows.push_back(some_row(fmt::format("{}", i)));
    store.add(rows, run);
  }
  std::string bytes = file_bytes(path);
  ASSERT_GT(bytes.size(), 20u * 4096);
  for (std::size_t i = 0; i < 4096; ++i) bytes[10 * 4096 + i] = '\x5a';
  folder.add("runs.db", bytes);
  EXPECT_THAT(error_text([&] { Store::open(path); }), HasSubstr("is damaged: "));
}

// As another user if we are root, because file modes do not restrict root.
int open_in_read_only_folder(const std::string& path, bool write) {
  if (geteuid() == 0 && (setegid(65534) != 0 || seteuid(65534) != 0)) _exit(3);
  try {
    if (write) {
      Store::open(path);
    } else {
      Store store = Store::read(path);
      fmt::print(stderr, "tasks {}\n", store.counts().tasks);
    }
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    _exit(2);
  }
  _exit(0);
}

TEST(Store, ReadOnlyIsReadButNotWritten) {
  GTEST_FLAG_SET(death_test_style, "fast");
  const TempFolder folder;
  const std::string path = folder.path("runs.db");
  {
    Store store = Store::open(path);
    store.add(std::vector{some_row("a")}, store.add_run(some_run()));
  }
  ASSERT_EQ(chmod(path.c_str(), 0444), 0);
  ASSERT_EQ(chmod(folder.path().c_str(), 0555), 0);
  EXPECT_EXIT(open_in_read_only_folder(path, true), ::testing::ExitedWithCode(2), "it is read-only");
  EXPECT_EXIT(open_in_read_only_folder(path, false), ::testing::ExitedWithCode(0), "tasks 1");
  ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
}

TEST(Store, TwoThreadsWithAStoreEachMakeAndFillItTogether) {
  const TempFolder folder;
  const auto fill = [&](int first) {
    Store store = Store::open(folder.path("runs.db"));
    const auto run = store.add_run(some_run(fmt::format("run {}", first)));
    for (int i = 0; i < 20; ++i) store.add(std::vector{some_row(fmt::format("{}", first + i))}, run);
  };
  std::thread other([&] { fill(10); });
  fill(0);
  other.join();
  EXPECT_EQ(Store::read(folder.path("runs.db")).counts().tasks, 30u);
}

}  // namespace
}  // namespace bitbasin::store_test
