// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::command_completion_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A folder with the completion script of a shell, and the output of a line that is run there. A shell that is
// not installed fails the test: its package is listed with those that tests need.
class CompletionFolder {
 public:
  explicit CompletionFolder(const std::string& shell) {
    const Outcome outcome =
        run_shell("command -v " + shell + " >&2 && bitbasin completion " + shell, folder_.path());
    EXPECT_EQ(outcome.code, 0) << "expected " << shell << " to be installed\n" << outcome;
    folder_.add("_bitbasin", outcome.out);
  }

  void add(const std::string& name, const std::string& text) { folder_.add(name, text); }

  std::string run(const std::string& line) const {
    const Outcome outcome = run_shell("HOME=$PWD; export HOME; " + line, folder_.path());
    EXPECT_EQ(outcome.code, 0) << outcome;
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
  }

 private:
  TempFolder folder_;
};

TEST(Completion, ScriptsAreValid) {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    EXPECT_EQ(CompletionFolder(shell).run(shell + " -n _bitbasin"), "") << shell;
  }
}

// What bash would offer for the last of the words.
std::string bash_offers(const std::string& words) {
  CompletionFolder folder("bash");
  folder.add("drive.bash", "source _bitbasin\nCOMP_WORDS=(" + words +
                               ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_bitbasin\necho ${COMPREPLY[@]}\n");
  return folder.run("bash drive.bash");
}

TEST(Completion, BashCompletesCommandsFlagsAndChoices) {
  EXPECT_EQ(bash_offers("bitbasin gen"), "generate\n");
  EXPECT_EQ(bash_offers("bitbasin generate ''"), "perceptron committee ksat images --help\n");
  EXPECT_EQ(bash_offers("bitbasin generate perceptron --ta"), "--task\n");
  EXPECT_EQ(bash_offers("bitbasin generate perceptron --task ''"), "classify teacher\n");
  EXPECT_EQ(bash_offers("bitbasin generate perceptron --task teacher --sim"), "--simd\n");
  EXPECT_EQ(bash_offers("bitbasin completion z"), "zsh\n");
  EXPECT_EQ(bash_offers("bitbasin generate perceptron --out a"), "\n") << "left to file completion";
}

// What zsh offers when Tab is pressed at the end of the line, in an interactive shell on a pseudo-terminal:
// the shell starts with the line, writes down what completion adds, and leaves. `load` makes the script
// known.
std::string zsh_offers(const std::string& line, const std::string& load = "source ./_bitbasin") {
  CompletionFolder folder("zsh");
  const std::string setup = "autoload -Uz compinit && compinit -u -D\n";
  folder.add(".zshrc", (load.starts_with("fpath") ? load + "\n" + setup : setup + load + "\n") +
                           "compadd() {\n"
                           "  local -a hits\n"
                           "  builtin compadd -O hits \"$@\"\n"
                           "  print -rl -- $hits >>offers\n"
                           "  builtin compadd \"$@\"\n"
                           "}\n"
                           "zle-line-init() {\n"
                           "  BUFFER=$LINE CURSOR=$#LINE\n"
                           "  zle list-choices\n"
                           "  exit\n"
                           "}\n"
                           "zle -N zle-line-init\n");
  folder.add("drive.zsh",
             "zmodload zsh/zpty\n"
             "export ZDOTDIR=$PWD LINE=$1\n"
             ": >offers\n"
             "zpty shell zsh -i -d\n"
             "while zpty -r shell text; do :; done\n"
             "offers=(${(fu)\"$(<offers)\"})\n"  // zsh may ask for the same words again
             "print -r -- $offers\n");
  return folder.run("zsh -f drive.zsh '" + line + "'");
}

TEST(Completion, ZshCompletesCommandsFlagsAndChoices) {
  EXPECT_EQ(zsh_offers("bitbasin gen"), "generate\n");
  EXPECT_EQ(zsh_offers("bitbasin generate "), "perceptron committee ksat images --help\n");
  EXPECT_EQ(zsh_offers("bitbasin generate perceptron --ta"), "--task\n");
  EXPECT_EQ(zsh_offers("bitbasin generate perceptron --task "), "classify teacher\n");
  EXPECT_EQ(zsh_offers("bitbasin generate perceptron --task teacher --sim"), "--simd\n");
  EXPECT_EQ(zsh_offers("bitbasin completion z"), "zsh\n");
  EXPECT_THAT(zsh_offers("bitbasin generate perceptron --out dr"), HasSubstr("drive.zsh"));
}

TEST(Completion, ZshFindsTheScriptInItsPathOfFunctions) {
  EXPECT_EQ(zsh_offers("bitbasin generate perceptron --task ", "fpath=($PWD $fpath)"), "classify teacher\n");
}

// What fish offers for the line.
std::string fish_offers(const std::string& line) {
  return CompletionFolder("fish").run("touch drive.fish; fish -N -c 'source _bitbasin; complete -C \"" +
                                      line + "\"'");
}

TEST(Completion, FishCompletesCommandsFlagsAndChoices) {
  EXPECT_EQ(fish_offers("bitbasin gen"), "generate\twrite random instances and data sets to files\n");
  EXPECT_EQ(fish_offers("bitbasin generate perceptron --task t"),
            "teacher\trandom labels, or those of a random teacher\n");
  EXPECT_EQ(fish_offers("bitbasin completion z"), "zsh\tthe shell to write for\n");
  EXPECT_THAT(fish_offers("bitbasin check ksat --sol"), HasSubstr("--solution\t"));
  EXPECT_THAT(fish_offers("bitbasin generate perceptron --task teacher --s"), HasSubstr("--simd\t"));
  EXPECT_THAT(fish_offers("bitbasin generate ksat --"), Not(HasSubstr("--task")));
  EXPECT_THAT(fish_offers("bitbasin generate perceptron --out dr"), HasSubstr("drive.fish"));
}

TEST(Completion, SpeaksJson) {
  const auto json = run_bitbasin("completion zsh --json").json();
  EXPECT_EQ(json["shell"], "zsh");
  EXPECT_EQ(json["script"], run_bitbasin("completion zsh").out);
}

}  // namespace
}  // namespace bitbasin::command_completion_test
