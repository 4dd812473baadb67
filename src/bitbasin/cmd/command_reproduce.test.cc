// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/mpirun.test.h"
#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/reproduce/claim.h"
#include "bitbasin/store/rows.test.h"

namespace bitbasin::command_reproduce_test {
namespace {

using ::testing::HasSubstr;

TEST(Reproduce, ListsEveryClaimAndMeasuresNone) {
  const TempFolder folder;
  const auto json = run_bitbasin("reproduce --list --json", folder.path()).json();
  ASSERT_EQ(json["claims"].size(), claims().size());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Reproduce, MeasuresClaimsIntoAStore) {
  const TempFolder folder;
  const std::string line = "reproduce equilibrium-capacity teacher-transition --json";
  const auto json = run_bitbasin(line, folder.path()).json();
  ASSERT_EQ(json["claims"].size(), 2u);
  const auto& row = json["claims"][0];
  EXPECT_EQ(row["id"], "equilibrium-capacity");
  EXPECT_EQ(row["measured"], "0.8330786");
  EXPECT_EQ(row["verdict"], "reproduced");
  EXPECT_EQ(json["known_before"], 0);
  EXPECT_THAT(file_bytes(folder.path("report.html")), HasSubstr("0.8330786"));

  const auto again = run_bitbasin(line, folder.path()).json();
  EXPECT_EQ(again["known_before"], json["runs"]);
  EXPECT_EQ(again["claims"], json["claims"]);
}

TEST(Reproduce, SaysWhatIsToBeDone) {
  const TempFolder folder;
  const std::string line = "reproduce equilibrium-capacity typical-isolated --dry-run --json";
  const auto before = run_bitbasin(line, folder.path()).json();
  EXPECT_EQ(before["remaining"], before["tasks"]);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  ASSERT_EQ(run_bitbasin("reproduce equilibrium-capacity", folder.path()).code, 0);
  const auto after = run_bitbasin(line, folder.path()).json();
  EXPECT_EQ(after["done"], 1);
  EXPECT_EQ(after["remaining"], before["tasks"].get<int>() - 1);
}

TEST(Reproduce, LeavesWhatItHasWhenTheTimeIsOver) {
  const TempFolder folder;
  const Outcome outcome = run_bitbasin(
      "reproduce equilibrium-capacity overlap-transition --time-limit 0.5 --json", folder.path());
  const auto json = outcome.json();
  EXPECT_EQ(json["stop_reason"], "time_limit") << outcome;
  ASSERT_EQ(json["claims"].size(), 2u);
  EXPECT_EQ(json["claims"][1]["verdict"], "not run");
  EXPECT_THAT(json["claims"][1]["why"].get<std::string>(), HasSubstr("only 0 of 1 run done"));
  EXPECT_TRUE(std::filesystem::exists(folder.path("report.html")));
}

TEST(Reproduce, SaysWhichDataAreMissing) {
  const TempFolder folder;
  const Outcome outcome =
      run_shell("BITBASIN_DATA=nowhere bitbasin reproduce mnist-small walk --json", folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome;
  const auto json = outcome.json();
  ASSERT_EQ(json["claims"].size(), 2u);
  for (const auto& row : json["claims"]) {
    EXPECT_EQ(row["verdict"], "not run");
    EXPECT_THAT(row["why"].get<std::string>(), HasSubstr("bitbasin data fetch mnist"));
  }
}

// The claims in the data block of a page.
Json claims_on(const std::string& path) {
  const std::string page = file_bytes(path);
  const std::size_t type = page.find("application/json");
  const std::size_t begin = page.find('>', type) + 1, end = page.find("</script>", begin);
  if (type == std::string::npos) return {};
  return Json::parse(page.substr(begin, end - begin)).value().at("claims");
}

// Whatever was run before, and even if nothing is left to run, page, object and a later report agree.
TEST(Reproduce, ThePageShowsWhatWasAskedFor) {
  const TempFolder folder;
  for (const char* asked :
       {"equilibrium-capacity --seed 1", "equilibrium-capacity --seed 2", "equilibrium-capacity --seed 1",
        "teacher-transition equilibrium-capacity --profile full", "equilibrium-capacity --profile quick",
        "equilibrium-capacity --profile full --seed 2", "teacher-transition"}) {
    const Outcome outcome = run_bitbasin(std::string("reproduce --json ") + asked, folder.path());
    ASSERT_EQ(outcome.code, 0) << outcome;
    const auto judged = outcome.json()["claims"];
    EXPECT_EQ(claims_on(folder.path("report.html")), judged) << asked;
    const bool second = std::string_view(asked).find("--seed 2") != std::string_view::npos;
    const bool full = std::string_view(asked).find("full") != std::string_view::npos;
    const std::string id = judged[0]["id"].text();
    EXPECT_EQ(judged[0]["command"],
              "bitbasin reproduce " + id + (full ? " --profile full" : "") + (second ? " --seed 2" : ""));
    ASSERT_EQ(run_bitbasin("report --store reproduce.db --out later.html", folder.path()).code, 0);
    EXPECT_EQ(claims_on(folder.path("later.html")), judged) << asked;
  }
}

TEST(Reproduce, NoticesAFolderThatIsNotThereBeforeAnyWork) {
  const TempFolder folder;
  const Outcome outcome =
      run_bitbasin("reproduce equilibrium-capacity --out none/report.html", folder.path());
  EXPECT_TRUE(outcome.is_error_about("cannot write none/report.html:")) << outcome;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ReproduceMpi, RanksGiveTheSameRowsOneTableAndOnePage) {
  if (!has_mpirun()) GTEST_SKIP() << "mpirun or the module for it is missing";
  const TempFolder alone;
  const std::string line = "bitbasin reproduce equilibrium-capacity teacher-transition edmc-perceptron";
  ASSERT_EQ(run_shell(line + " --quiet", alone.path()).code, 0);
  const auto rows = rows_of(alone.path("reproduce.db"));
  for (const int ranks : {2, 4}) {
    const TempFolder folder;
    const Outcome outcome = run_shell(fmt::format("{} -n {} {} --json", kMpirun, ranks, line), folder.path());
    EXPECT_EQ(outcome.code, 0) << outcome;
    EXPECT_EQ(outcome.json()["ranks"], ranks);
    EXPECT_EQ(rows_of(folder.path("reproduce.db")), rows);
    EXPECT_EQ(claims_on(folder.path("report.html")), outcome.json()["claims"]);
    EXPECT_EQ(claims_on(folder.path("report.html")), claims_on(alone.path("report.html")));
    const Outcome table = run_shell(fmt::format("{} -n {} {} --quiet", kMpirun, ranks, line), folder.path());
    EXPECT_EQ(table.out, run_shell(line + " --quiet", alone.path()).out);
  }
}

TEST(ReproduceMpi, OnlyRankZeroPrints) {
  if (!has_mpirun()) GTEST_SKIP() << "mpirun or the module for it is missing";
  const TempFolder folder;
  const auto on_ranks = [&](const std::string& arguments) {
    return run_shell(fmt::format("{} -n 3 bitbasin {}", kMpirun, arguments), folder.path());
  };
  EXPECT_EQ(on_ranks("reproduce --list --json").json()["claims"].size(), claims().size());
  EXPECT_EQ(on_ranks("reproduce equilibrium-capacity --dry-run --json").json()["tasks"], 1);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  const Outcome unknown = on_ranks("reproduce capacity");
  EXPECT_EQ(unknown.code, 2) << unknown;
  EXPECT_EQ(unknown.lines_of_ours(), 1) << unknown;
  const Outcome nowhere = on_ranks("reproduce equilibrium-capacity --out none/report.html");
  EXPECT_EQ(nowhere.code, 2) << nowhere;
  EXPECT_EQ(nowhere.lines_of_ours(), 1) << nowhere;
}

TEST(Reproduce, RefusesAnUnknownClaim) {
  const TempFolder folder;
  EXPECT_TRUE(run_bitbasin("reproduce capacity", folder.path()).is_error_about("expected one of the claims"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace bitbasin::command_reproduce_test
