// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin {
namespace {

using ::testing::HasSubstr;

bool has_shell(const std::string& name) {
  return run_shell("command -v " + name).code == 0;
}

// What bash would offer for the last of the words.
std::string bash_offers(const std::string& words) {
  const TempFolder folder;
  folder.add("drive.bash", "source completion.bash\nCOMP_WORDS=(" + words +
                               ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_bitbasin\necho ${COMPREPLY[@]}\n");
  const Outcome outcome =
      run_shell("bitbasin completion bash >completion.bash; bash drive.bash", folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_EQ(outcome.err, "");
  return outcome.out;
}

TEST(Completion, BashCompletesCommandsFlagsAndChoices) {
  EXPECT_EQ(bash_offers("bitbasin gen"), "generate\n");
  EXPECT_EQ(bash_offers("bitbasin generate ''"), "perceptron ksat images --help\n");
  EXPECT_EQ(bash_offers("bitbasin generate perceptron --ta"), "--task\n");
  EXPECT_EQ(bash_offers("bitbasin generate perceptron --task ''"), "classify teacher\n");
  EXPECT_EQ(bash_offers("bitbasin generate perceptron --task teacher --sim"), "--simd\n");
  EXPECT_EQ(bash_offers("bitbasin completion z"), "zsh\n");
  EXPECT_EQ(bash_offers("bitbasin generate perceptron --out a"), "\n") << "left to file completion";
}

TEST(Completion, ScriptsAreValid) {
  const TempFolder folder;
  for (const char* shell : {"bash", "zsh", "fish"}) {
    if (!has_shell(shell)) {
      std::cout << "not installed, its script is not checked: " << shell << "\n";
      continue;
    }
    const std::string name = shell;
    const Outcome outcome =
        run_shell("bitbasin completion " + name + " >script && " + name + " -n script", folder.path());
    EXPECT_EQ(outcome.code, 0) << outcome;
    EXPECT_EQ(outcome.err, "");
  }
}

TEST(Completion, FishCompletes) {
  if (!has_shell("fish")) GTEST_SKIP() << "fish is not installed";
  const TempFolder folder;
  const auto offers = [&](const std::string& line) {
    return run_shell(
               "HOME=$PWD; export HOME; bitbasin completion fish >script.fish; "
               "fish -c 'source script.fish; complete -C \"" +
                   line + "\"'",
               folder.path())
        .out;
  };
  EXPECT_EQ(offers("bitbasin gen"), "generate\twrite an instance to a file\n");
  EXPECT_EQ(offers("bitbasin generate perceptron --task t"),
            "teacher\tlabels at random, or those of a random teacher\n");
  EXPECT_THAT(offers("bitbasin check ksat --sol"), HasSubstr("--solution\t"));
}

TEST(Completion, SpeaksJson) {
  const auto json = run_bitbasin("completion zsh --json").json();
  EXPECT_EQ(json["shell"], "zsh");
  EXPECT_EQ(json["script"], run_bitbasin("completion zsh").out);
}

}  // namespace
}  // namespace bitbasin
