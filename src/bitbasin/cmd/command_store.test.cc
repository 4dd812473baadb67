// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/store/rows.test.h"

namespace bitbasin::command_store_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Stores : ::testing::Test {
  TempFolder folder;

  Stores() {
    const std::string head = "[[sweep]]\nkind = \"solve perceptron\"\nn = 21\nalgorithm = \"sbpi\"\n";
    folder.add("a.toml", head + "alpha = [0.3, 0.5]\ninstances = 3\n");
    folder.add("b.toml", head + "alpha = [0.5, 0.7]\ninstances = 5\n");
    EXPECT_EQ(run("sweep a.toml --store a.db --quiet").code, 0);
    EXPECT_EQ(run("sweep b.toml --store b.db --quiet").code, 0);
  }
  Outcome run(const std::string& arguments) const { return run_bitbasin(arguments, folder.path()); }
};

using CommandStore = Stores;

TEST_F(CommandStore, StatusCountsByCell) {
  const auto status = run("store status --store a.db --json").json();
  EXPECT_EQ(status["tasks"], 6);
  EXPECT_EQ(status["done"], 6);
  EXPECT_EQ(status["failed"], 0);
  EXPECT_EQ(status["runs"], 1);
  EXPECT_EQ(status["cells"][1]["cell"], "solve perceptron sbpi n=21 alpha=0.5");
  EXPECT_EQ(status["cells"][1]["done"], 3);
  EXPECT_GT(status["cells"][1]["high"], status["cells"][1]["low"]);
  EXPECT_THAT(run("store status --store a.db").out, StartsWith("a.db: 6 tasks, 6 done, 0 failed, by 1 run,"));
  EXPECT_TRUE(run("store status --store none.db").is_error_about("the store none.db does not exist"));
  EXPECT_TRUE(run("store status --store a.toml").is_error_about("a.toml is not a store"));
  EXPECT_TRUE(run("store status").is_error_about("--store"));
}

TEST_F(CommandStore, MergeJoinsAndASweepFindsItsTasks) {
  const auto merged = run("store merge a.db b.db --store all.db --json").json();
  EXPECT_EQ(merged["tasks"], 13);  // three tasks at alpha = 0.5 are in both
  EXPECT_EQ(merged["sources"][1]["added"], 7);
  EXPECT_EQ(merged["different"], 0);
  EXPECT_EQ(run("sweep a.toml --store all.db --json").json()["known_before"], 6);
  EXPECT_EQ(run("sweep b.toml --store all.db --json").json()["known_before"], 10);
  EXPECT_EQ(run("store merge all.db --store a.db --json").json()["tasks"], 13);
  EXPECT_EQ(rows_of(folder.path("a.db")), rows_of(folder.path("all.db")));
  EXPECT_TRUE(run("store merge a.db --store a.db").is_error_about("cannot merge a.db into itself"));
  EXPECT_TRUE(run("store merge --store a.db").is_error_about("expected at least one store"));
  EXPECT_TRUE(run("store merge none.db --store fresh.db").is_error_about("the store none.db does not exist"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("fresh.db")));
}

TEST_F(CommandStore, MergeSaysWhereResultsDiffer) {
  { Store::open(folder.path("b.db")).database().exec("update result set result = '{}' where seed < 3"); }
  const Outcome merged = run("store merge b.db --store a.db --json");
  EXPECT_EQ(merged.code, 1) << merged;
  EXPECT_EQ(merged.json()["different"], 2);
  EXPECT_EQ(merged.json()["tasks"], 13);
  EXPECT_THAT(
      run("store merge b.db --store a.db").out,
      HasSubstr("2 differ from the results in a.db, the first: solve perceptron sbpi n=21 alpha=0.5"));
}

TEST_F(CommandStore, ExportWritesWhatThereIs) {
  const Outcome csv = run("store export --store a.db --csv");
  EXPECT_EQ(std::ranges::count(csv.out, '\n'), 7);
  EXPECT_THAT(csv.out, StartsWith("identity,cell,kind,algorithm,n,alpha,seed,status,solved,work,seconds,"));
  const Outcome lines = run("store export --store a.db --jsonl");
  EXPECT_EQ(std::ranges::count(lines.out, '\n'), 6);
  EXPECT_EQ(Json::parse(lines.out.substr(0, lines.out.find('\n'))).value()["result"]["n"], 21);
  EXPECT_EQ(run("store export --store a.db --csv --save a.csv --json").json()["file"], "a.csv");
  EXPECT_EQ(file_bytes(folder.path("a.csv")), csv.out);
  EXPECT_TRUE(
      run("store export --store a.db").is_error_about("expected either --csv or --jsonl, got neither"));
  EXPECT_TRUE(run("store export --store a.db --csv --jsonl").is_error_about("got both"));
  EXPECT_TRUE(run("store export --store a.db --csv --json").is_error_about("--json needs --save FILE"));
}

TEST_F(CommandStore, QueryReadsOnly) {
  const Outcome text =
      run("store query 'select alpha, count(*) as tasks from result group by alpha' --store a.db");
  EXPECT_EQ(text.out, "alpha,tasks\n0.3,3\n0.5,3\n");
  const auto json =
      run("store query 'select seed, error from result where seed = 2' --store a.db --json").json();
  EXPECT_THAT(json["columns"], ElementsAre("seed", "error"));
  EXPECT_EQ(json["rows"].size(), 2u);
  EXPECT_EQ(json["rows"][0]["seed"], 2);
  EXPECT_TRUE(json["rows"][0]["error"].is_null());
  EXPECT_TRUE(run("store query 'delete from result' --store a.db")
                  .is_error_about("expected a query that only reads"));
  EXPECT_TRUE(run("store query 'select x' --store a.db").is_error_about("no such column"));
  EXPECT_TRUE(run("store query select 1 --store a.db").is_error_about("expected one query in quotes, got 2"));
  EXPECT_EQ(run("store status --store a.db --json").json()["tasks"], 6);
}

}  // namespace
}  // namespace bitbasin::command_store_test
