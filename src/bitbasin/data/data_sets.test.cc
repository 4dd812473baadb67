// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/data_sets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <optional>

#include "bitbasin/data/idx.h"
#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::data_sets_test {
namespace {

using testing::HasSubstr;

// Sets a variable for the length of a scope; no value unsets it.
class ScopedVariable {
 public:
  ScopedVariable(std::string name, const std::optional<std::string>& value) : name_(std::move(name)) {
    if (const char* old = getenv(name_.c_str())) old_ = old;
    change(value);
  }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;
  ~ScopedVariable() { change(old_); }

 private:
  void change(const std::optional<std::string>& value) {
    value ? setenv(name_.c_str(), value->c_str(), 1) : unsetenv(name_.c_str());
  }
  std::string name_;
  std::optional<std::string> old_;
};

TEST(DataSets, LiveWhereTheEnvironmentSays) {
  const ScopedVariable home("HOME", "/h");
  const ScopedVariable xdg("XDG_DATA_HOME", std::nullopt);
  const ScopedVariable own("BITBASIN_DATA", std::nullopt);
  EXPECT_EQ(data_home(), "/h/.local/share/bitbasin");
  const ScopedVariable xdg2("XDG_DATA_HOME", "/x");
  EXPECT_EQ(data_home(), "/x/bitbasin");
  const ScopedVariable own2("BITBASIN_DATA", "/d");
  EXPECT_EQ(data_home(), "/d");
}

TEST(DataSets, WithoutAnyHomeThereIsASentence) {
  const ScopedVariable home("HOME", std::nullopt);
  const ScopedVariable xdg("XDG_DATA_HOME", std::nullopt);
  const ScopedVariable own("BITBASIN_DATA", std::nullopt);
  EXPECT_THAT(error_text([] { data_home(); }), HasSubstr("BITBASIN_DATA"));
}

TEST(DataSets, AreFoundByNameOrByFolder) {
  const TempFolder folder;
  const ScopedVariable own("BITBASIN_DATA", folder.path());
  EXPECT_EQ(error_text([] { find_data_set("mnist"); }),
            "the data set mnist is not on this machine: run 'bitbasin data fetch mnist', or "
            "put train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte and "
            "t10k-labels-idx1-ubyte, plain or .gz, into " +
                folder.path("mnist"));
  EXPECT_EQ(error_text([] { find_data_set("minst"); }),
            "expected a data set (mnist, fashion or a folder), got 'minst'");
  EXPECT_EQ(find_data_set(folder.path()), folder.path());
  std::filesystem::create_directory(folder.path("mnist"));
  for (const KnownFile& file : known_data_sets()[0].files) {
    const bool images = file.name.find("idx3") != std::string_view::npos;
    write_idx(folder.path("mnist/" + std::string(file.name)),
              images ? IdxArray{{1, 1, 1}, {5}} : IdxArray{{1}, {0}});
  }
  EXPECT_EQ(find_data_set("mnist"), folder.path("mnist"));
  EXPECT_EQ(load_data_set("mnist").train.size(), 1);
}

TEST(DataSets, TellsWhichFileIsWrong) {
  const TempFolder folder;
  KnownDataSet set = known_data_sets()[1];
  for (KnownFile& file : set.files) {
    file.sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";  // of "abc"
    EXPECT_EQ(first_wrong_file(set, folder.path()), folder.path(file.name));
    folder.add(file.name, "abc");
  }
  EXPECT_EQ(first_wrong_file(set, folder.path()), "");
  folder.add(set.files[3].name, "abd");
  EXPECT_EQ(first_wrong_file(set, folder.path()), folder.path(set.files[3].name));
  std::filesystem::remove(folder.path(set.files[3].name));
  folder.add_gzip(std::string(set.files[3].name) + ".gz", "abc");
  EXPECT_EQ(first_wrong_file(set, folder.path()), "");
}

}  // namespace
}  // namespace bitbasin::data_sets_test
