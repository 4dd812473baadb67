// SPDX-License-Identifier: Apache-2.0
// Every command on a committee.
#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::command_committee_test {
namespace {

using ::testing::HasSubstr;

TEST(Committee, IsSolvedCheckedMeasuredAndWalked) {
  const TempFolder folder;
  for (const char* form : {" --units 3 --n 101 --alpha 0.4", " --units 5 --n 41 --alpha 0.4 --tree"}) {
    const std::string flags = form;
    const auto solved = run_bitbasin("solve committee --save w.txt --json" + flags, folder.path()).json();
    EXPECT_EQ(solved["solved"], true) << flags;
    EXPECT_EQ(solved["verified"], true) << flags;
    EXPECT_EQ(solved["units"], flags.find("tree") == std::string::npos ? 3 : 5);
    EXPECT_EQ(run_bitbasin("check committee --weights w.txt" + flags, folder.path()).code, 0) << flags;
    const auto walk =
        run_bitbasin("walk committee --solution w.txt --sweeps 1 --json" + flags, folder.path()).json();
    EXPECT_EQ(walk["end_errors"], 0) << flags;
    const auto entropy =
        run_bitbasin("entropy committee --solution w.txt --distances 0.02 --json" + flags, folder.path())
            .json();
    EXPECT_EQ(entropy["errors"], 0) << flags;
    EXPECT_EQ(entropy["bethe_converged"], true) << flags;
    EXPECT_GT(entropy["points"][0]["entropy"].get<double>(), 0) << flags;
  }
}

TEST(Committee, LearnsPatternsFromAFile) {
  const TempFolder folder;
  const std::string taught = "--units 3 --n 51 --alpha 1.5 --task teacher --tree";
  EXPECT_EQ(
      run_bitbasin("generate committee " + taught + " --out p.npy --save-teacher t.txt", folder.path()).code,
      0);
  const std::string file = " --units 3 --tree --input p.npy --labels p-labels.npy";
  EXPECT_EQ(run_bitbasin("check committee --weights t.txt" + file, folder.path()).code, 0);
  // Without the tree every unit sees all 153 entries.
  EXPECT_EQ(run_bitbasin("check committee --units 3 --input p.npy --labels p-labels.npy --weights t.txt",
                         folder.path())
                .code,
            2);
  const auto found = run_bitbasin("solve committee --json " + taught, folder.path()).json();
  EXPECT_EQ(found["teacher_overlap"], found["solved"] == true ? 1.0 : found["teacher_overlap"].get<double>());
}

TEST(Committee, IsAKindOfTask) {
  const TempFolder folder;
  folder.add(
      "s.toml",
      "instances = 2\n[[sweep]]\nkind = \"solve committee\"\nunits = 3\nn = 31\nalpha = [0.05, 0.1]\n"
      "[[sweep]]\nkind = \"entropy committee\"\nn = 31\nalpha = 0.3\ntree = true\ndistances = \"0.05\"\n");
  const Outcome outcome = run_bitbasin("sweep s.toml --store s.db --json", folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_EQ(outcome.json()["done"], 6);
  EXPECT_EQ(outcome.json()["failed"], 0);
}

TEST(Committee, BadInputIsOneSentence) {
  const TempFolder folder;
  folder.add("p.txt", "1 -1\n1 1 -1 1\n1 -1 -1 -1\n");
  const std::pair<const char*, const char*> cases[] = {
      {"--units 4 --n 11 --alpha 1", "expected an odd number of units"},
      {"--units 3 --n 10 --alpha 1", "expected an odd number of inputs"},
      {"--units 3 --tree --input p.txt", "divide evenly among the 3 units of a tree"},
      {"--units 3 --input p.txt", "odd number of inputs for each unit"},
      {"--units 3", "expected --input or a random instance by --units"},
      {"--n 11 --alpha 1 --algorithm rms", "expected one of the algorithms rbp, fbp, sbpi, cpr, edmc, sa"},
  };
  for (const auto& [flags, part] : cases) {
    const Outcome outcome = run_bitbasin(std::string("solve committee ") + flags, folder.path());
    EXPECT_EQ(outcome.code, 2) << flags << "\n" << outcome;
    EXPECT_THAT(outcome.err, HasSubstr(part)) << flags;
  }
}

}  // namespace
}  // namespace bitbasin::command_committee_test
