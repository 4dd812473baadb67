// SPDX-License-Identifier: Apache-2.0
// The three commands that use a model file: predict, inspect and export.
#include "bitbasin/cmd/commands.h"

#include <bitbasin_paths.test.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/data/idx.h"
#include "bitbasin/data/npy.h"
#include "bitbasin/network/toy_model.test.h"

namespace bitbasin::command_predict_test {
namespace {

using ::testing::HasSubstr;

// A folder with a model, the images it was made for, and the answers of the library to them.
class ModelFolder {
 public:
  ModelFolder() : set_(random_glyphs({4, 100, 30, 8, 3, 1}, 1)) {
    model_ = toy_model("deskew,threshold", set_.train, {0, 3, 7, 0});
    write_model(folder_.path("m.model"), model_);
    write_idx(folder_.path("images"), {{30, 8, 8}, set_.test.pixels});
    write_idx(folder_.path("labels"), {{30}, {set_.test.labels.begin(), set_.test.labels.end()}});
    answers_ = bitbasin::predict(model_, set_.test, 1);
  }
  Outcome run(const std::string& arguments) const { return run_bitbasin(arguments, folder_.path()); }
  const TempFolder& folder() const { return folder_; }
  const Model& model() const { return model_; }
  const DataSet& set() const { return set_; }
  const std::vector<std::uint16_t>& answers() const { return answers_; }
  std::string answer_lines() const {
    std::string lines;
    for (const std::uint16_t label : answers_) lines += std::to_string(label) + '\n';
    return lines;
  }

 private:
  TempFolder folder_;
  DataSet set_;
  Model model_;
  std::vector<std::uint16_t> answers_;
};

TEST(Predict, PrintsOneLabelPerLine) {
  const ModelFolder f;
  const Outcome outcome = f.run("predict m.model images");
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_EQ(outcome.out, f.answer_lines());
  EXPECT_EQ(f.run("predict m.model images --json --threads 2").json()["predictions"], f.answers());
}

TEST(Predict, CountsErrors) {
  const ModelFolder f;
  std::size_t errors = 0;
  for (std::size_t i = 0; i < 30; ++i) errors += f.answers()[i] != f.set().test.labels[i];
  const auto json = f.run("predict m.model images --labels labels --json").json();
  EXPECT_EQ(json["errors"], errors);
  EXPECT_EQ(json["error"], static_cast<double>(errors) / 30);
  std::uint32_t right = 0;
  for (std::size_t c = 0; c < 4; ++c) right += json["confusion"][c][c].get<std::uint32_t>();
  EXPECT_EQ(right, 30 - errors);
  EXPECT_THAT(f.run("predict m.model images --labels labels").out,
              HasSubstr(fmt::format("{} errors in 30 images", errors)));
}

TEST(Predict, SavesTextOrNpy) {
  const ModelFolder f;
  EXPECT_EQ(f.run("predict m.model images --save a.txt --quiet").out, "");
  EXPECT_EQ(file_bytes(f.folder().path("a.txt")), f.answer_lines());
  f.run("predict m.model images --save a.npy");
  const auto saved = npy_doubles(read_npy(f.folder().path("a.npy")));
  EXPECT_TRUE(std::equal(saved.begin(), saved.end(), f.answers().begin(), f.answers().end()));
}

TEST(Predict, LooksInOtherViewsIfToldSo) {
  const ModelFolder f;
  Model model = f.model();
  change_views(model, parse_views("shifts,mirror"));
  const auto answers = bitbasin::predict(model, f.set().test, 1);
  EXPECT_NE(answers, f.answers());
  EXPECT_EQ(f.run("predict m.model images --views mirror,shifts --json").json()["predictions"], answers);
  EXPECT_EQ(f.run("export m.model --model --views shifts,mirror --output v.model").code, 0);
  EXPECT_EQ(read_model(f.folder().path("v.model")), model);
  EXPECT_EQ(f.run("predict v.model images --json").json()["predictions"], answers);
  EXPECT_EQ(f.run("predict v.model images --views none --json").json()["predictions"], f.answers());
  const auto json = f.run("inspect v.model --json").json();
  EXPECT_EQ(json["views"], "shifts,mirror");
  EXPECT_EQ(json["format"], 2);
  EXPECT_EQ(json["bytes"]["total"], json["model_bytes"]);
  EXPECT_THAT(f.run("inspect v.model").out, HasSubstr("shifts,mirror: the sums of 10 views"));
  EXPECT_EQ(f.run("inspect m.model --json").json()["views"], "none");
  // The measurement compares the exported C with the library.
  EXPECT_GT(f.run("predict v.model images --bench --json").json()["bench"]["exported_c"], 0);
}

TEST(Export, LetsModelsVote) {
  const ModelFolder f;
  write_model(f.folder().path("n.model"), toy_model("threshold:90", f.set().train, {0, 3, 7, 0}));
  Model both = f.model();
  add_voters(both, read_model(f.folder().path("n.model")));
  const auto json = f.run("export m.model n.model --model --output both.model --json").json();
  EXPECT_EQ(json["bytes"], std::filesystem::file_size(f.folder().path("both.model")));
  EXPECT_EQ(json["voters"], 2);
  EXPECT_EQ(read_model(f.folder().path("both.model")), both);
  EXPECT_EQ(f.run("predict both.model images --json").json()["predictions"],
            bitbasin::predict(both, f.set().test, 1));
  write_model(f.folder().path("wide.model"), toy_model("threshold", f.set().train, {0, 3, 9, 0}));
  EXPECT_TRUE(
      f.run("export m.model n.model wide.model --c --output a.c")
          .is_error_about("wide.model: expected a model of 8 x 8 pixels, 4 labels, 3 x 7 perceptrons"));
  EXPECT_FALSE(std::filesystem::exists(f.folder().path("a.c")));
}

TEST(Predict, ScalesRawNumbersAsInTraining) {
  ModelFolder f;
  Model model = f.model();
  model.features.scaling = {std::vector<double>(64, -1.0), std::vector<double>(64, 1.0)};
  write_model(f.folder().path("s.model"), model);
  std::vector<double> numbers;
  for (const std::uint8_t pixel : f.set().test.pixels) numbers.push_back(2.0 * pixel / 255 - 1);
  write_npy<double>(f.folder().path("x.npy"), {30, 64}, numbers);
  EXPECT_EQ(f.run("predict s.model x.npy").out, f.answer_lines());
}

TEST(Predict, RefusesWithASentence) {
  const ModelFolder f;
  write_idx(f.folder().path("small"), {{2, 4, 4}, std::vector<std::uint8_t>(32)});
  write_idx(f.folder().path("few"), {{2}, {0, 1}});
  write_idx(f.folder().path("high"), {{30}, std::vector<std::uint8_t>(30, 4)});
  const std::pair<const char*, const char*> cases[] = {
      {"predict m.model small",
       "small: expected images of 8 x 8 pixels, the size that m.model takes, got the shape (2, 4, 4)"},
      {"predict m.model labels", "expected images as an array"},
      {"predict images images", "expected a model file"},
      {"predict m.model images --labels few", "expected 30 labels, one for each image in images"},
      {"predict m.model images --labels high", "expected labels below 4"},
      {"predict m.model missing", "missing"},
      {"predict m.model", "images"},
      {"inspect images", "expected a model file"},
      {"predict m.model images --views all",
       "expected views (none, shifts, mirror or shifts,mirror), got 'all'"},
      {"export m.model --output a.c", "name what to export to: --c or --model"},
      {"export m.model --c --model --output a.c", "name what to export to: --c or --model"},
      {"export m.model --model --views x --output a.c", "expected views"},
      {"export images --c --output a.c", "expected a model file"},
      {"export --c --output a.c", "expected a model file, got none"},
      {"export m.model --c --output no/such/folder.c", "no/such/folder.c"},
  };
  for (const auto& [line, sentence] : cases) {
    const Outcome outcome = f.run(line);
    EXPECT_TRUE(outcome.is_error_about(sentence)) << line << "\n" << outcome;
  }
}

TEST(Inspect, TellsWhatIsInTheFile) {
  const ModelFolder f;
  const auto json = f.run("inspect m.model --json").json();
  EXPECT_EQ(json["checksum"], model_checksum(f.model()));
  EXPECT_EQ(json["k1"], 3);
  EXPECT_EQ(json["k2"], 7);
  EXPECT_EQ(json["n"], f.model().features.outputs());
  EXPECT_EQ(json["labels"], 4);
  EXPECT_EQ(json["deskew"], true);
  EXPECT_EQ(json["options"]["features"], "deskew,threshold");
  EXPECT_EQ(json["test_errors"], 2);
  EXPECT_EQ(json["confusion"][3][3], 3);
  const Outcome text = f.run("inspect m.model");
  EXPECT_THAT(text.out, HasSubstr("7 committees of 3 perceptrons"));
  EXPECT_THAT(text.out, HasSubstr("2 errors in 50 images (4.00 %)"));
}

TEST(Inspect, BytesOfThePartsAddUpToTheFile) {
  const ModelFolder f;
  const Model two = toy_model("project:20,patches:4:size=3:cells=2", f.set().train, {0, 3, 7, 0});
  write_model(f.folder().path("two.model"), two);
  for (const char* name : {"m.model", "two.model"}) {
    const auto json = f.run(std::string("inspect --json ") + name).json();
    const auto& bytes = json["bytes"];
    std::size_t sum = 0;
    for (const char* part : {"images", "network", "record", "seal"}) sum += bytes[part].get<std::size_t>();
    for (const auto& part : bytes["features"]) sum += part.get<std::size_t>();
    EXPECT_EQ(sum, json["model_bytes"]);
    EXPECT_EQ(bytes["total"], json["model_bytes"]);
    EXPECT_EQ(bytes["features"].size(), json["features"].size());
  }
  // u8 kind, u32 units, u8 thresholds; then 20 thresholds and 20 x 64 weights.
  EXPECT_EQ(count_bytes(two).features[0], 6 + 20 * 4 + 20 * 64 * 2u);
  EXPECT_THAT(f.run("inspect two.model").out, HasSubstr(" linear + "));
}

TEST(Predict, MeasuresTheLibraryAndTheExportedC) {
  const ModelFolder f;
  const auto bench = f.run("predict m.model images --bench --json").json()["bench"];
  EXPECT_GT(bench["library"], 0);
  EXPECT_GT(bench["exported_c"], 0);
  const Outcome without = run_shell(
      "PATH= " + std::string(BITBASIN_PROGRAM) + " predict m.model images --bench", f.folder().path());
  EXPECT_EQ(without.code, 0) << without;
  EXPECT_THAT(without.out, HasSubstr("no C compiler: cc is not in the path"));
  EXPECT_THAT(without.out, testing::Not(HasSubstr(f.answer_lines())));
  write_idx(f.folder().path("none"), {{0, 8, 8}, {}});
  EXPECT_TRUE(
      f.run("predict m.model none --bench").is_error_about("expected images to measure the rate with"));
}

TEST(Export, CompiledModelGivesTheSameLabels) {
  const ModelFolder f;
  const Outcome outcome = f.run("export m.model --c --output m.c");
  EXPECT_EQ(outcome.code, 0) << outcome;
  const Outcome labels = run_shell(
      std::string(BITBASIN_C_COMPILER) + " -std=c99 -DBITBASIN_MAIN -o m m.c && tail -c +17 images | ./m",
      f.folder().path());
  EXPECT_EQ(labels.out, f.answer_lines()) << labels;
}

}  // namespace
}  // namespace bitbasin::command_predict_test
