// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/c_export.h"

#include <bitbasin_paths.test.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <set>
#include <sstream>

#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/network/toy_model.test.h"

namespace bitbasin::c_export_test {
namespace {

const DataSet& glyphs() {
  static const DataSet set = random_glyphs({7, 200, 1000, 11, 3, 1}, 1);
  return set;
}

void write_c(const TempFolder& folder, const Model& model) {
  write_file(folder.path("model.c"), [&](const ByteSink& sink) { format_c(sink, model); });
}

// Compiles model.c with whatever C compiler the build found; every warning is an error.
bool compile(const TempFolder& folder, const std::string& more) {
  const std::string line = std::string(BITBASIN_C_COMPILER) +
                           " -std=c99 -O2 -Wall -Wextra -pedantic -Werror -o '" + folder.path("model") +
                           "' '" + folder.path("model.c") + "' " + more;
  return system(line.c_str()) == 0;
}

std::vector<std::uint16_t> run_on(const TempFolder& folder, const std::string& input) {
  folder.add("input", input);
  const std::string line =
      "'" + folder.path("model") + "' < '" + folder.path("input") + "' > '" + folder.path("output") + "'";
  EXPECT_EQ(system(line.c_str()), 0);
  std::istringstream words(file_bytes(folder.path("output")));
  std::vector<std::uint16_t> labels;
  for (std::uint16_t label = 0; words >> label;) labels.push_back(label);
  return labels;
}

TEST(CExport, PredictsAsTheLibraryDoes) {
  const ImageSet& test = glyphs().test;
  const std::string input(test.pixels.begin(), test.pixels.end());
  for (const char* features :
       {"deskew,rbm:31:epochs=1,threshold", "project:101", "threshold,project:66", "project:20,quantiles:5",
        "patches:5:size=3,patches:5:size=3:cells=2,bitpatches:5,bitpatches:5:size=3", "project:2001",
        "deskew,patches:9:size=5:cells=3", "patches:9:size=4:cells=3:contrast=20",
        "bitpatches:9:size=4:cells=3", "depth:2,rbm:20:epochs=1,bitpatches:7:size=2:cells=1",
        "project:65,products:3", "patches:5:size=3,products:1", "depth:2,rbm:20:epochs=1,patches:8:size=2",
        "depth:2,rbm:31:epochs=1", "depth:3,rbm:20:epochs=1,threshold"}) {
    const TempFolder folder;
    const Model model = toy_model(features, glyphs().train, {0, 5, 23, 0});
    write_c(folder, model);
    ASSERT_TRUE(compile(folder, "-DBITBASIN_MAIN"));
    const auto answers = predict(model, test, 1);
    EXPECT_EQ(run_on(folder, input), answers) << features;
    EXPECT_GE(std::set(answers.begin(), answers.end()).size(), 3u);  // otherwise agreement would mean little
  }
}

TEST(CExport, LetsVotersVote) {
  const TempFolder folder;
  Model model = toy_model("threshold", glyphs().train, {0, 5, 23, 0});
  for (const char* features : {"deskew,project:201", "bitpatches:5,patches:5:size=3:contrast=4"}) {
    const Model other = toy_model(features, glyphs().train, {0, 5, 23, 0});
    model.others.push_back({other.features, other.network});
  }
  write_c(folder, model);
  ASSERT_TRUE(compile(folder, "-DBITBASIN_MAIN"));
  const ImageSet& test = glyphs().test;
  const auto answers = predict(model, test, 1);
  EXPECT_EQ(run_on(folder, {test.pixels.begin(), test.pixels.end()}), answers);
  Model first = model;
  first.others.clear();
  EXPECT_NE(predict(first, test, 1), answers);
}

TEST(CExport, LooksAtEveryView) {
  const ImageSet& test = glyphs().test;
  Model model = toy_model("threshold", glyphs().train, {0, 5, 23, 0});
  const Model other = toy_model("deskew,project:201", glyphs().train, {0, 5, 23, 0});
  model.others.push_back({other.features, other.network});
  auto before = predict(model, test, 1);
  for (const char* views : {"shifts", "mirror", "shifts,mirror"}) {
    const TempFolder folder;
    model.views = parse_views(views);
    write_c(folder, model);
    ASSERT_TRUE(compile(folder, "-DBITBASIN_MAIN"));
    const auto answers = predict(model, test, 1);
    EXPECT_EQ(run_on(folder, {test.pixels.begin(), test.pixels.end()}), answers) << views;
    EXPECT_NE(answers, before);
    before = answers;
  }
}

TEST(CExport, NeedsNoClones) {
  const TempFolder folder;
  const Model model = toy_model("patches:9:size=4:cells=3:contrast=20,bitpatches:9:size=4:cells=3",
                                glyphs().train, {0, 3, 23, 0});
  write_c(folder, model);
  ASSERT_TRUE(compile(folder, "-DBITBASIN_MAIN -DBITBASIN_CLONES="));
  const ImageSet& test = glyphs().test;
  EXPECT_EQ(run_on(folder, {test.pixels.begin(), test.pixels.end()}), predict(model, test, 1));
}

#if defined(__x86_64__)
// Elsewhere the other tests use what the compiler has.
TEST(CExport, CountsBitsByTheInstructionIfToldSo) {
  const TempFolder folder;
  const Model model = toy_model("project:301", glyphs().train, {0, 3, 23, 0});
  write_c(folder, model);
  ASSERT_TRUE(compile(folder, "-DBITBASIN_MAIN -mpopcnt"));
  const ImageSet& test = glyphs().test;
  EXPECT_EQ(run_on(folder, {test.pixels.begin(), test.pixels.end()}), predict(model, test, 1));
}
#endif

TEST(CExport, ScalesNumbersAsTheLibraryDoes) {
  Model model = toy_model("threshold", glyphs().train, {0, 3, 5, 0});
  for (std::size_t i = 0; i < model.features.inputs(); ++i) {
    model.features.scaling.minimum.push_back(-0.1 * static_cast<double>(i));
    model.features.scaling.maximum.push_back(i % 5 == 0 ? -0.1 * static_cast<double>(i) : 3.7);
  }
  const TempFolder folder;
  write_c(folder, model);
  EXPECT_THAT(file_bytes(folder.path("model.c")),
              testing::HasSubstr("trained on numbers that are not bytes"));
  // Reads doubles, prints pixels.
  folder.add("main.c",
             "#include <stdio.h>\n"
             "void bitbasin_pixels(const double *numbers, unsigned char *image);\n"
             "int main(void) {\n"
             "  double numbers[121]; unsigned char image[121]; int i;\n"
             "  while (fread(numbers, sizeof numbers, 1, stdin) == 1) {\n"
             "    bitbasin_pixels(numbers, image);\n"
             "    for (i = 0; i < 121; ++i) printf(\"%d\\n\", image[i]);\n"
             "  }\n"
             "  return 0;\n"
             "}\n");
  ASSERT_TRUE(compile(folder, "'" + folder.path("main.c") + "'"));
  Stream stream(1, purpose("test.c_export"));
  std::vector<double> numbers(121 * 50);
  std::vector<std::uint16_t> expected;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = 20 * uniform01(stream) - 14;
    expected.push_back(model.features.scaling.pixel(i % 121, numbers[i]));
  }
  EXPECT_EQ(run_on(folder, {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)}),
            expected);
}

TEST(CExport, RecordsCannotBreakOutOfTheComment) {
  Model model = toy_model("threshold", glyphs().train, {0, 3, 5, 0});
  model.record.version = "1 */ #error \\";
  model.record.options = {{"a*/\nb", "?\?/\n#error"}};
  const TempFolder folder;
  write_c(folder, model);
  EXPECT_TRUE(compile(folder, "-DBITBASIN_MAIN"));
}

}  // namespace
}  // namespace bitbasin::c_export_test
