// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/pattern_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::pattern_file_test {
namespace {

using testing::HasSubstr;

TEST(PatternFile, TextRoundTrips) {
  const TempFolder folder;
  const PerceptronInstance instance = random_instance(101, 40, 1);
  for (const std::string_view name : {"p.txt", "p.txt.gz"}) {
    write_instance(folder.path(name), "", instance);
    EXPECT_EQ(read_instance(folder.path(name)), instance);
  }
}

TEST(PatternFile, NpyRoundTrips) {
  const TempFolder folder;
  const PerceptronInstance instance = random_instance(101, 40, 2);
  for (const std::string_view patterns : {"p.npy", "p.npy.gz"}) {
    for (const std::string_view labels : {"l.npy", "l.npy.gz", "l.txt", "l.txt.gz"}) {
      write_instance(folder.path(patterns), folder.path(labels), instance);
      EXPECT_EQ(read_instance(folder.path(patterns), folder.path(labels)), instance) << patterns << labels;
    }
  }
}

TEST(PatternFile, HoldsThePatternsBeforeTheirLabelsWereAbsorbed) {
  const TempFolder folder;
  BitMatrix patterns(1, 3);
  patterns.set(0, 2, true);
  write_instance(folder.path("p.txt"), "", instance_from_patterns(patterns, BitVector(1)));
  EXPECT_EQ(file_bytes(folder.path("p.txt")), "-1\n-1 -1 1\n");
  EXPECT_EQ(read_instance(folder.path("p.txt")).x.row(0)[0], 0b011u);
}

TEST(PatternFile, TheContentDecidesNotTheName) {
  const TempFolder folder;
  const std::string text = folder.add("really_text.npy", "1 -1\n1 1 -1\n-1 -1 1\n");
  EXPECT_EQ(read_instance(text).n(), 3);
}

TEST(PatternFile, SaysWhichLabelsAreNeeded) {
  const TempFolder folder;
  const std::string patterns = folder.path("p.npy");
  const std::string labels = folder.path("l.npy");
  write_instance(patterns, labels, random_instance(11, 4, 1));
  EXPECT_EQ(error_text([&] { read_instance(patterns); }),
            "expected a file of labels for the NPY patterns " + patterns + ", got none");
  const std::string few = folder.add("few.txt", "1 -1 1");
  EXPECT_EQ(error_text([&] { read_instance(patterns, few); }),
            "expected 4 labels, one for each pattern in " + patterns + ", but " + few + " has 3");
  const std::string text = folder.add("p.txt", "1\n1 1 1\n");
  EXPECT_THAT(error_text([&] { read_instance(text, labels); }), HasSubstr("whose first line holds them"));
}

TEST(PatternFile, RefusesBadFilesAndWritesNothingHalf) {
  const TempFolder folder;
  const PerceptronInstance instance = random_instance(11, 4, 1);
  EXPECT_THAT(error_text([&] { read_instance(folder.path("absent")); }), HasSubstr("cannot open "));
  EXPECT_THAT(error_text([&] { read_instance(folder.path()); }), HasSubstr("is a directory"));
  EXPECT_THAT(error_text([&] { write_instance(folder.path("p.npy"), "", instance); }),
              HasSubstr("expected a file name for the labels"));
  EXPECT_THAT(
      error_text([&] { write_instance(folder.path("p.npy"), folder.path("absent/l.npy"), instance); }),
      HasSubstr("No such file or directory"));
  EXPECT_THAT(error_text([&] { write_instance(folder.path("p.txt"), folder.path("l.npy"), instance); }),
              HasSubstr("whose first line holds them"));
  EXPECT_THAT(error_text([&] { write_instance(folder.path("p.txt"), "", random_instance(11, 0, 1)); }),
              HasSubstr("at least one pattern"));
  EXPECT_EQ(folder.count_files(), 0);
}

}  // namespace
}  // namespace bitbasin::pattern_file_test
