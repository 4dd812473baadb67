// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/store/store_export.h"

#include <gmock/gmock.h>

#include <map>
#include <sstream>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/json/json.h"
#include "bitbasin/store/rows.test.h"
#include "bitbasin/store/store_merge.h"
#include "bitbasin/store/store_query.h"

namespace bitbasin::store_export_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

RunRecord run_named(const std::string& name) {
  return {name, "2026-01-31T12:00:00Z", "0.1.0", "abc", "avx2", "a CPU, with \"quotes\"", 2, 1, 7, "f", "t"};
}

ResultRow row_of(const std::string& identity, const std::string& parameters, const std::string& result) {
  return {identity, "a \"cell\"", "kind", "rbp:a=1,b=2", 11, 0.5,        3,
          false,    true,         100,    0.25,          "", parameters, result};
}

Store small_store(const std::string& path) {
  Store store = Store::open(path);
  ResultRow failed = row_of("c", R"({"n":"x"})", "");
  failed.failed = true;
  failed.solved.reset();
  failed.error = "expected a line,\ngot two";
  store.add(
      std::vector{row_of("a", R"({"n":11,"task":"teacher"})", R"({"solved":true,"flips":5,"points":[1,2]})"),
                  row_of("b", R"({"n":11,"k":3})", R"({"q":null,"note":"x, y"})"), failed},
      store.add_run(run_named("one")));
  return store;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(StoreExport, JsonLinesHoldEverything) {
  const TempFolder folder;
  Store store = small_store(folder.path("a.db"));
  RunControl control;
  const auto lines =
      lines_of(collect([&](const ByteSink& sink) { export_json_lines(store, sink, control); }));
  ASSERT_EQ(lines.size(), 3u);
  const auto first = Json::parse(lines[0]).value();
  EXPECT_EQ(first["identity"], "a");
  EXPECT_EQ(first["cell"], "a \"cell\"");
  EXPECT_EQ(first["n"], 11);
  EXPECT_EQ(first["solved"], true);
  EXPECT_EQ(first["parameters"]["task"], "teacher");
  EXPECT_EQ(first["result"]["points"][1], 2);
  EXPECT_EQ(first["cpu"], "a CPU, with \"quotes\"");
  EXPECT_EQ(first["commit"], "abc");
  const auto last = Json::parse(lines[2]).value();
  EXPECT_EQ(last["status"], "failed");
  EXPECT_EQ(last["error"], "expected a line,\ngot two");
  EXPECT_TRUE(last["result"].is_null());
  EXPECT_TRUE(last["solved"].is_null());
}

TEST(StoreExport, CsvHasAColumnForEveryPlainValue) {
  const TempFolder folder;
  Store store = small_store(folder.path("a.db"));
  RunControl control;
  const std::string csv = collect([&](const ByteSink& sink) { export_csv(store, sink, control); });
  const auto lines = lines_of(csv);
  EXPECT_EQ(
      lines[0],
      "identity,cell,kind,algorithm,n,alpha,seed,status,solved,work,seconds,error,started,version,commit,"
      "simd,cpu,task,k,flips,q,note");
  EXPECT_EQ(
      lines[1],
      "a,\"a \"\"cell\"\"\",kind,\"rbp:a=1,b=2\",11,0.5,3,done,1,100,0.25,,2026-01-31T12:00:00Z,0.1.0,abc,"
      "avx2,\"a CPU, with \"\"quotes\"\"\",teacher,,5,,");
  EXPECT_THAT(lines[2], HasSubstr(",,3,,,\"x, y\""));
  EXPECT_THAT(csv, HasSubstr("failed,,100,0.25,\"expected a line,\ngot two\","));
}

TEST(StoreMerge, JoinsStoresAndReportsDifferentResults) {
  const TempFolder folder;
  Store a = small_store(folder.path("a.db"));
  Store b = Store::open(folder.path("b.db"));
  const auto run = b.add_run(run_named("two"));
  ResultRow better = row_of("c", R"({"n":"x"})", R"({"solved":true})");
  b.add(std::vector{row_of("b", "{}", R"({"q":1})"), better, row_of("d", "{}", "{}")}, run);
  Store all = Store::open(folder.path("all.db"));
  RunControl control;
  const MergeCounts first = merge_store(a, all, control);
  EXPECT_EQ(first.rows, 3u);
  EXPECT_EQ(first.added, 3u);
  EXPECT_EQ(rows_of(all), rows_of(a));
  EXPECT_EQ(merge_store(a, all, control).added, 0u);
  const MergeCounts second = merge_store(b, all, control);
  EXPECT_EQ(second.added, 2u);      // d is new, c is now done
  EXPECT_EQ(second.different, 1u);  // b
  EXPECT_EQ(second.first_different, "a \"cell\", seed 3");
  EXPECT_EQ(all.counts().tasks, 4u);
  EXPECT_EQ(all.counts().failed, 0u);
  EXPECT_EQ(all.counts().runs, 2u);
  EXPECT_EQ(all.result_of("b"), R"({"q":null,"note":"x, y"})");
}

// More rows than are written at a time.
TEST(StoreMerge, JoinsLargeStores) {
  const TempFolder folder;
  Store from = Store::open(folder.path("from.db"));
  std::vector<ResultRow> rows;
  for (int i = 0; i < 5003; ++i)
    rows.push_back(row_of(fmt::format("{}", i), "{}", fmt::format("{{\"i\":{}}}", i)));
  from.add(std::span(rows).first(100), from.add_run(run_named("one")));
  from.add(std::span(rows).subspan(100), from.add_run(run_named("two")));
  Store into = Store::open(folder.path("into.db"));
  into.add_run(run_named("zero"));  // so that the numbers of runs differ
  RunControl control;
  const MergeCounts counts = merge_store(from, into, control);
  EXPECT_EQ(counts.rows, 5003u);
  EXPECT_EQ(counts.added, 5003u);
  EXPECT_EQ(counts.different, 0u);
  EXPECT_EQ(rows_of(into), rows_of(from));
  std::map<std::int64_t, int> rows_of_run;
  into.each_result([&](const ResultRow&, std::int64_t run) { ++rows_of_run[run]; });
  EXPECT_THAT(rows_of_run, ElementsAre(testing::Pair(2, 100), testing::Pair(3, 4903)));
}

TEST(StoreQuery, AnswersAndRefusesToWrite) {
  const TempFolder folder;
  { small_store(folder.path("a.db")); }
  Store store = Store::read(folder.path("a.db"));
  std::vector<std::string> names;
  std::vector<std::vector<SqlValue>> rows;
  const auto ask = [&](const std::string& sql) {
    names.clear();
    rows.clear();
    query_store(
        store, sql,
        [&](std::span<const std::string> columns) { names.assign(columns.begin(), columns.end()); },
        [&](std::span<const SqlValue> row) {
          rows.emplace_back(row.begin(), row.end());
          return true;
        });
  };
  ask("select identity, n, seconds, result ->> 'flips' as flips, error from result where identity = 'a';");
  EXPECT_THAT(names, ElementsAre("identity", "n", "seconds", "flips", "error"));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_THAT(rows[0], ElementsAre(SqlValue("a"), SqlValue(std::int64_t{11}), SqlValue(0.25),
                                   SqlValue(std::int64_t{5}), SqlValue()));
  ask("with recursive c(i) as (select 1 union all select i + 1 from c where i < 3) select i from c");
  EXPECT_EQ(rows.size(), 3u);
  for (const std::string sql :
       {"delete from result", "insert into run default values", "drop table result",
        "pragma user_version = 3", "create table t(x)", "update result set n = 1", "vacuum", "begin"}) {
    EXPECT_THAT(error_text([&] { ask(sql); }), HasSubstr("expected a query that only reads")) << sql;
  }
  EXPECT_THAT(error_text([&] { ask("attach '" + folder.path("evil.db") + "' as evil"); }),
              HasSubstr("only reads"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("evil.db")));
  EXPECT_THAT(error_text([&] { ask("select nosuch from result"); }),
              "cannot run the query: no such column: nosuch");
  EXPECT_THAT(error_text([&] { ask("select 1; select 2"); }), HasSubstr("it is followed by"));
  EXPECT_THAT(error_text([&] { ask(" "); }), HasSubstr("expected a query, got"));
}

}  // namespace
}  // namespace bitbasin::store_export_test
