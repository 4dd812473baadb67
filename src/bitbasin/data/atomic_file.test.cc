// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/atomic_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::atomic_file_test {
namespace {

using testing::HasSubstr;

std::string write_error(const std::string& path, const std::string& bytes = "bytes") {
  return error_text([&] { write_file(path, [&](const ByteSink& sink) { sink(bytes); }); });
}

TEST(AtomicFile, AppearsOnlyAtCommit) {
  const TempFolder folder;
  const std::string path = folder.path("result");
  {
    AtomicFile file(path);
    file.write("one ");
    file.write("");
    file.write("two");
    EXPECT_FALSE(std::filesystem::exists(path));
    file.commit();
  }
  EXPECT_EQ(file_bytes(path), "one two");
  EXPECT_EQ(folder.count_files(), 1);
}

TEST(AtomicFile, WithoutCommitTheOldFileStays) {
  const TempFolder folder;
  const std::string path = folder.add("result", "old");
  {
    AtomicFile file(path);
    file.write("new");
  }
  EXPECT_EQ(file_bytes(path), "old");
  EXPECT_EQ(folder.count_files(), 1);
  EXPECT_EQ(write_error(path, "new"), "(no error)");
  EXPECT_EQ(file_bytes(path), "new");
}

TEST(AtomicFile, AnExceptionLeavesNothingBehind) {
  const TempFolder folder;
  EXPECT_THROW(write_file(folder.path("result"),
                          [](const ByteSink& sink) {
                            sink("half");
                            throw std::logic_error("stop");
                          }),
               std::logic_error);
  EXPECT_EQ(folder.count_files(), 0);
}

TEST(AtomicFile, TwoWritersOfOneNameDoNotMix) {
  const TempFolder folder;
  AtomicFile first(folder.path("result"));
  AtomicFile second(folder.path("result"));
  first.write("first");
  second.write("second");
  second.commit();
  EXPECT_EQ(file_bytes(folder.path("result")), "second");
  first.commit();
  EXPECT_EQ(file_bytes(folder.path("result")), "first");
  EXPECT_EQ(folder.count_files(), 1);
}

TEST(AtomicFile, ObeysTheUmask) {
  const TempFolder folder;
  const mode_t before = umask(027);
  EXPECT_EQ(write_error(folder.path("result")), "(no error)");
  umask(before);
  struct stat status {};
  ASSERT_EQ(stat(folder.path("result").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST(AtomicFile, FollowsALinkToAFile) {
  const TempFolder folder;
  const std::string target = folder.add("target", "old");
  std::filesystem::create_symlink(target, folder.path("link"));
  EXPECT_EQ(write_error(folder.path("link"), "new"), "(no error)");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  EXPECT_EQ(file_bytes(target), "new");
}

TEST(AtomicFile, GzipIsChosenByNameAndReproducible) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 100000; ++i) text += std::to_string(i % 317 * (i % 1009)) + " ";
  EXPECT_EQ(write_error(folder.path("a.gz"), text), "(no error)");
  EXPECT_EQ(write_error(folder.path("b.gz"), text), "(no error)");
  const std::string packed = file_bytes(folder.path("a.gz"));
  EXPECT_LT(packed.size(), text.size() / 2);
  EXPECT_EQ(packed, file_bytes(folder.path("b.gz")));
  EXPECT_EQ(packed.substr(0, 10), std::string("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10));  // no time, no system
  ByteReader reader(folder.path("a.gz"));
  std::string unpacked(text.size() + 1, '\0');
  unpacked.resize(reader.read(unpacked));
  EXPECT_EQ(unpacked, text);
}

TEST(AtomicFile, RefusesWhatCannotBeWritten) {
  const TempFolder folder;
  EXPECT_EQ(write_error(folder.path()), "cannot write " + folder.path() + ": it is a directory");
  EXPECT_EQ(write_error(folder.path("absent/result")),
            "cannot write " + folder.path("absent/result") + ": No such file or directory");
  EXPECT_THAT(write_error(folder.add("file", "") + "/result"), HasSubstr("Not a directory"));
  EXPECT_THAT(write_error(""), HasSubstr("No such file"));
  EXPECT_EQ(folder.count_files(), 1);
}

TEST(AtomicFile, WritesDevicesDirectlyAndNoticesAFullOne) {
  EXPECT_EQ(write_error("/dev/null"), "(no error)");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(write_error("/dev/full"), "cannot write /dev/full: No space left on device");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(AtomicFile, AFullDiskLeavesTheOldFileAndNothingElse) {
  const TempFolder folder;
  const std::string path = folder.add("result", "old");
  const std::string packed = folder.add("result.gz", "old");
  std::string bytes;
  for (unsigned i = 0, x = 1; i < 100000; ++i)
    bytes += static_cast<char>((x = x * 1664525u + 1013904223u) >> 24);

  // A limit on the size of files stands in for a full disk: write() fails after the first kilobytes.
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_action = signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 4096;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string error = write_error(path, bytes);
  const std::string packed_error = write_error(packed, bytes);
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, old_action);

  EXPECT_EQ(error, "cannot write " + path + ": File too large");
  EXPECT_EQ(packed_error, "cannot write " + packed + ": File too large");
  EXPECT_EQ(file_bytes(path), "old");
  EXPECT_EQ(file_bytes(packed), "old");
  EXPECT_EQ(folder.count_files(), 2);
}

TEST(ExpectWritable, SaysBeforeTheWorkWhatWritingWouldSay) {
  const TempFolder folder;
  const std::string old = folder.add("old", "old");
  const auto said = [](const std::string& path) { return error_text([&] { expect_writable(path); }); };
  EXPECT_EQ(said(folder.path("new")), "(no error)");
  EXPECT_EQ(said(folder.path("new.gz")), "(no error)");
  EXPECT_EQ(said(old), "(no error)");
  for (const std::string& path :
       {folder.path("none/new"), folder.path(""), old + "/new", folder.path(std::string(300, 'x'))}) {
    EXPECT_EQ(said(path), write_error(path)) << path;
    EXPECT_NE(said(path), "(no error)") << path;
  }
  EXPECT_EQ(file_bytes(old), "old");
  EXPECT_EQ(folder.count_files(), 1);
}

TEST(ExpectWritable, DoesNotTouchDevicesAndPipes) {
  const TempFolder folder;
  const std::string pipe = folder.path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(error_text([&] { expect_writable(pipe); }), "(no error)");  // would wait for a reader
  EXPECT_EQ(error_text([] { expect_writable("/dev/null"); }), "(no error)");
}

}  // namespace
}  // namespace bitbasin::atomic_file_test
