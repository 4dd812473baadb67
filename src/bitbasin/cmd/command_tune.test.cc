// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/pseudo_terminal.test.h"
#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/network/model_file.h"

namespace bitbasin::command_tune_test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kSearch = "tune letters --size-limit 2600 --candidates 3 --epochs 9 --brackets 1 ";

TEST(Tune, SavesTheModelsOfTheFront) {
  const TempFolder folder;
  const auto run = [&](const std::string& arguments) { return run_bitbasin(arguments, folder.path()); };
  ASSERT_EQ(run("generate images --out letters --train 300 --test 60 --size 12 --classes 3").code, 0);
  const Outcome outcome = run(std::string(kSearch) + "--json");
  ASSERT_EQ(outcome.code, 0) << outcome;
  const auto json = outcome.json();
  EXPECT_EQ(json["brackets"], 1);
  EXPECT_EQ(json["trainings"], 5);
  ASSERT_GE(json["front"].size(), 1u);
  for (const auto& row : json["front"]) {
    const Model model = read_model(folder.path(row["file"].get<std::string>()));
    EXPECT_EQ(count_bytes(model).total(), row["bytes"].get<std::size_t>());
    EXPECT_LE(row["bytes"].get<std::size_t>(), 2600u);
    EXPECT_EQ(model.record.train_patterns, 300u);  // all, also those that were held out
    EXPECT_GT(row["images_per_second"].get<double>(), 0);
  }
  // Everything is known the second time, and no time is needed.
  const auto again = run(std::string(kSearch) + "--json --minutes 0").json();
  EXPECT_EQ(again["known_before"], 5);
  ASSERT_EQ(again["front"].size(), json["front"].size());
  for (std::size_t i = 0; i < json["front"].size(); ++i) {
    EXPECT_EQ(again["front"][i]["file"], json["front"][i]["file"]);
    EXPECT_EQ(again["front"][i]["test_error"], json["front"][i]["test_error"]);
  }
}

TEST(Tune, TellsWhatItHasWhenItIsInterrupted) {
  const TempFolder folder;
  const auto run = [&](const std::string& arguments) { return run_bitbasin(arguments, folder.path()); };
  ASSERT_EQ(run("generate images --out letters --train 300 --test 60 --size 12 --classes 3").code, 0);
  const std::string search = "tune letters --size-limit 2600 --candidates 1 --epochs 9";
  ASSERT_EQ(run(search + " --brackets 1").code, 0);
  bool sent = false;
  const auto interrupt = [&sent](pid_t program, const std::string& bytes) {
    if (sent || bytes.find("bracket 2, ") == std::string::npos) return;
    kill(program, SIGINT);
    sent = true;
  };
  // The first bracket is known, and there is no last one.
  const TerminalOutcome outcome = run_on_terminal("exec bitbasin " + search, folder.path(), interrupt);
  EXPECT_EQ(outcome.code, 130) << outcome.text();
  EXPECT_EQ(outcome.cursor_column, 0u);
  EXPECT_THAT(outcome.text(), HasSubstr(" trainings in tune.db, "));
  EXPECT_THAT(outcome.text(), HasSubstr("not trained"));
  EXPECT_THAT(outcome.text(), testing::Not(HasSubstr("bracket")));
}

TEST(Tune, RefusesWithASentence) {
  const TempFolder folder;
  const auto run = [&](const std::string& arguments) { return run_bitbasin(arguments, folder.path()); };
  EXPECT_TRUE(run("tune").is_error_about("expected the name of a data set, or a folder, got nothing"));
  ASSERT_EQ(run("generate images --out letters --train 60 --test 20 --size 12 --classes 3").code, 0);
  EXPECT_TRUE(run("tune letters --size-limit small").is_error_about("expected a size in bytes"));
  const Outcome nothing = run("tune letters --minutes 0");
  EXPECT_EQ(nothing.code, 1);
  EXPECT_THAT(nothing.out, HasSubstr("no training was completed"));
  EXPECT_TRUE(run("tune letters --size-limit 100").is_error_about("room for some features, got 100 bytes"));
  // Too small for the record of a model: each candidate tells how much it needs.
  const Outcome failed = run("tune letters --size-limit 500 --candidates 2 --brackets 1 --store other.db");
  EXPECT_EQ(failed.code, 1);
  EXPECT_THAT(failed.out, HasSubstr("expected a size limit of at least"));
  EXPECT_THAT(failed.out, HasSubstr("no training succeeded"));
}

}  // namespace
}  // namespace bitbasin::command_tune_test
