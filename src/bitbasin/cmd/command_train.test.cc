// SPDX-License-Identifier: Apache-2.0
// `train`, and a walk from its result.
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/task/task.h"

namespace bitbasin::command_train_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A folder with the data set "letters".
class Letters {
 public:
  Letters() {
    const Outcome made = run("generate images --out letters --train 400 --test 100 --size 12 --classes 5");
    EXPECT_EQ(made.code, 0) << made;
  }
  Outcome run(const std::string& arguments) const { return run_bitbasin(arguments, folder_.path()); }
  Outcome train(const std::string& flags) const {
    return run("train --dataset letters --features threshold --k1 5 --k2 14 " + flags);
  }
  bool has(const std::string& name) const { return std::filesystem::exists(folder_.path(name)); }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
};

TEST(Train, LearnsAndSavesAModelThatPredicts) {
  const Letters f;
  const Outcome outcome = f.train("--save a.model --json");
  ASSERT_EQ(outcome.code, 0) << outcome;
  const auto json = outcome.json();
  EXPECT_EQ(json["train_errors"], 0);
  EXPECT_EQ(json["learnt"], true);
  EXPECT_LT(json["test_error"], 0.2);
  EXPECT_GT(json["presentations_per_second"], 0);
  EXPECT_EQ(json["epochs"], json["curve"].size());
  EXPECT_EQ(json["curve"].back()["epoch"], json["epochs"]);
  const auto predicted =
      f.run("predict a.model letters/t10k-images-idx3-ubyte --labels letters/t10k-labels-idx1-ubyte --json");
  EXPECT_EQ(predicted.json()["error"], json["test_error"]) << predicted;
  const auto inspected = f.run("inspect a.model --json").json();
  EXPECT_EQ(inspected["k1"], 5);
  EXPECT_EQ(inspected["k2"], 14);
}

TEST(Train, IsTheSameForThreadsLevelsAndBatches) {
  const Letters f;
  ASSERT_EQ(f.train("--epochs 5 --threads 1 --save a.model").code, 0);
  ASSERT_EQ(f.train("--epochs 5 --threads 3 --simd scalar --batch 5 --save b.model").code, 0);
  EXPECT_EQ(read_model(f.folder().path("a.model")), read_model(f.folder().path("b.model")));
  ASSERT_EQ(f.train("--epochs 5 --seed 2 --save c.model").code, 0);
  EXPECT_NE(read_model(f.folder().path("a.model")).network, read_model(f.folder().path("c.model")).network);
}

TEST(Train, GoesOnFromACheckpointToTheSameModel) {
  const Letters f;
  const std::string job = "--robustness 4 --validation 50 ";
  ASSERT_EQ(f.train(job + "--epochs 6 --save whole.model").code, 0);
  ASSERT_EQ(f.train(job + "--epochs 2 --checkpoint c").code, 0);
  const Outcome rest = f.train(job + "--epochs 6 --checkpoint c --save rest.model --json");
  ASSERT_EQ(rest.code, 0) << rest;
  EXPECT_EQ(rest.json()["curve"].size(), 6u);
  EXPECT_TRUE(rest.json()["curve"][0].contains("validation_error"));
  EXPECT_EQ(read_model(f.folder().path("whole.model")), read_model(f.folder().path("rest.model")));
  EXPECT_TRUE(f.train("--robustness 6 --validation 50 --checkpoint c")
                  .is_error_about("expected a checkpoint of this training"));
  f.folder().add("broken", "bitbasin-resume\nxx");
  EXPECT_TRUE(f.train("--checkpoint broken").is_error_about("broken: "));
}

TEST(Train, LooksAtTheTestImagesOnlyWhenAsked) {
  const Letters f;
  const Outcome plain = f.train("--epochs 3 --validation 50");
  EXPECT_THAT(plain.out, HasSubstr("validation error "));
  EXPECT_THAT(plain.out, Not(HasSubstr("test")));
  const auto json = f.train("--epochs 3 --validation 50 --save a.model --json").json();
  EXPECT_TRUE(json.contains("validation_error"));
  for (const char* key : {"test_images", "test_error", "test_errors"})
    EXPECT_FALSE(json.contains(key)) << key;
  EXPECT_THAT(f.run("inspect a.model").out, Not(HasSubstr("test  ")));
  const auto asked = f.train("--epochs 3 --validation 50 --test --json").json();
  EXPECT_EQ(asked["test_images"], 100);
  EXPECT_EQ(asked["validation_error"], json["validation_error"]);
}

TEST(Train, LetsVotersVote) {
  const Letters f;
  const Outcome outcome = f.run(
      "train --dataset letters --features threshold+quantiles:1 --k1 3 --k2 14 --epochs 4 --save a.model "
      "--json");
  ASSERT_EQ(outcome.code, 0) << outcome;
  const auto json = outcome.json();
  EXPECT_EQ(json["voters"], 2);
  EXPECT_EQ(json["curve"].size(), 8u);
  EXPECT_EQ(json["curve"][4]["epoch"], 1);
  const auto predicted =
      f.run("predict a.model letters/t10k-images-idx3-ubyte --labels letters/t10k-labels-idx1-ubyte --json");
  EXPECT_EQ(predicted.json()["error"], json["test_error"]) << predicted;
  const auto inspected = f.run("inspect a.model --json").json();
  EXPECT_EQ(inspected["bytes"]["total"], inspected["model_bytes"]);
  EXPECT_EQ(inspected["bytes"]["voters"].size(), 1u);
  EXPECT_EQ(inspected["other_voters"][0]["features"][0]["kind"], "levels");
  EXPECT_TRUE(f.run("walk network a.model").is_error_about("a.model: expected a single network"));
}

TEST(Train, TakesEveryKindOfFeatures) {
  const Letters f;
  for (const char* features : {"project:51", "deskew,rbm:51:epochs=2", "augment:2,threshold",
                               "depth:2,rbm:31:epochs=2", "rbm:30:epochs=2,threshold"}) {
    const Outcome outcome =
        f.run(std::string("train --dataset letters --k1 3 --k2 10 --epochs 2 --json --features ") + features);
    ASSERT_EQ(outcome.code, 0) << outcome;
    EXPECT_EQ(outcome.json()["epochs"], 2) << features;
  }
}

TEST(Train, ChoosesFeaturesForTheImages) {
  const Letters f;
  const auto features = [&](const std::string& data) {
    const Outcome outcome = f.run("train --k1 3 --k2 5 --epochs 1 --json --dataset " + data);
    EXPECT_EQ(outcome.code, 0) << outcome;
    return outcome.json()["features"].get<std::string>();
  };
  EXPECT_THAT(features("letters"), HasSubstr("patches:filters=32"));
  ASSERT_EQ(f.run("generate images --out tiny --train 100 --test 10 --size 8 --classes 2").code, 0);
  EXPECT_THAT(features("tiny"), HasSubstr("rbm:hidden=501"));
}

TEST(Train, DrawsWhatTheFeaturesHaveLearned) {
  const Letters f;
  const std::string flags = "train --dataset letters --k1 3 --k2 5 --epochs 1 --figure ";
  for (const std::string name : {"rbm", "patches"}) {
    const std::string features = name == "rbm" ? "rbm:31:epochs=1" : "patches:6:size=3";
    EXPECT_EQ(f.run(flags + name + ".png --features " + features).code, 0);
    EXPECT_EQ(file_bytes(f.folder().path(name + ".png")).substr(1, 3), "PNG");
  }
  const Outcome refused = f.run(flags + "none.png --features threshold");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("expected features with rbm or patches to draw, got threshold"));
}

TEST(Train, RefusesWithASentenceAndWritesNothing) {
  const Letters f;
  EXPECT_TRUE(f.run("train").is_error_about("--dataset is required"));
  EXPECT_TRUE(f.run("train --dataset nowhere").is_error_about("nowhere"));
  EXPECT_TRUE(f.train("--preset huge --save a.model").is_error_about("small, paper, best"));
  EXPECT_TRUE(f.run("train --dataset letters --k1 4 --save a.model").is_error_about("odd number of units"));
  EXPECT_TRUE(
      f.train("--validation 400 --save a.model").is_error_about("expected to hold out fewer than the "));
  EXPECT_TRUE(f.run("train --dataset letters --features project:50").is_error_about("odd number of bits"));
  EXPECT_FALSE(f.has("a.model"));
}

TEST(Train, StoppedEarlyLeavesAModelAndACheckpoint) {
  const Letters f;
  const Outcome outcome = f.run(
      "train --dataset letters --features threshold --robustness 1000 --epochs 1000000 --time-limit 0.3 "
      "--save a.model --checkpoint c --quiet");
  EXPECT_EQ(outcome.code, 1) << outcome;
  EXPECT_TRUE(f.has("a.model"));
  EXPECT_TRUE(f.has("c"));
  EXPECT_THAT(outcome.out, HasSubstr("test error"));
}

// A sweep gives the same results as the command, also with presets and held-out images.
TEST(Train, ASweepIsTheSameTraining) {
  const Letters f;
  f.folder().add("a.toml", R"(
[[sweep]]
kind = "train"
dataset = "letters"
preset = ["small", "paper"]
features = "threshold"
k2 = 14
epochs = 2
validation = [0, 50]
)");
  ASSERT_EQ(f.run("sweep a.toml --store a.db").code, 0);
  const std::string by_hand = "train --dataset letters --features threshold --k2 14 --epochs 2 --json ";
  for (const std::string preset : {"small", "paper"}) {
    for (const std::string validation : {"0", "50"}) {
      const Json train = f.run(by_hand + "--preset " + preset + " --validation " + validation).json();
      const std::string is_it = "coalesce(parameters ->> 'validation', 0) = " + validation +
                                " and parameters ->> 'robustness' = " + train["robustness"].dump();
      const Outcome found =
          f.run("store query \"select result from result where " + is_it + "\" --store a.db --json");
      ASSERT_EQ(found.code, 0) << found;
      ASSERT_EQ(found.json()["rows"].size(), 1u) << found;
      const Json row = Json::parse(found.json()["rows"][0]["result"].text()).value();
      EXPECT_EQ(row.contains("validation_error"), validation != "0");
      for (const auto& [key, value] : row.items()) {
        if (key == "unit_images") continue;
        EXPECT_EQ(train.at(key), value) << key;
      }
    }
  }
}

TEST(Train, ARangeIsToldInTheSameSentenceBySweeps) {
  const Letters f;
  const std::pair<std::string, std::string> wrong[] = {
      {"k1", "1023"},    {"k2", "0"},     {"robustness", "-1"}, {"reinforcement", "2"},
      {"growth", "0.5"}, {"epochs", "x"}, {"validation", "-1"}};
  for (const auto& [name, value] : wrong) {
    std::string sentence = make_task(task_kind("train"), {{name, value}}).error;
    const std::string label = name + " of train";
    ASSERT_NE(sentence.find(label), std::string::npos) << sentence;
    sentence.replace(sentence.find(label), label.size(), "--" + name);
    EXPECT_TRUE(f.run("train --dataset letters --" + name + "=" + value).is_error_about(sentence)) << name;
  }
}

TEST(WalkNetwork, LeavesADenseRegion) {
  const Letters f;
  ASSERT_EQ(f.train("--save a.model").code, 0);
  const Outcome outcome = f.run("walk network a.model --sweeps 3 --points 6 --json");
  ASSERT_EQ(outcome.code, 0) << outcome;
  const auto json = outcome.json();
  ASSERT_EQ(json["points"].size(), 6u);
  const auto &first = json["points"].front(), &last = json["points"].back();
  EXPECT_EQ(first["distance"], 0.0);
  EXPECT_GT(last["distance"], 0.1);
  EXPECT_GT(first["density"], last["density"]);
  EXPECT_LT(first["test_error"], last["test_error"]);
  EXPECT_EQ(json["end_errors"], 0);
}

TEST(WalkNetwork, StartsAtASolutionOnly) {
  const Letters f;
  ASSERT_EQ(f.train("--epochs 1 --save a.model").code, 0);
  EXPECT_TRUE(f.run("walk network a.model").is_error_about("expected a network without errors"));
  EXPECT_TRUE(f.run("walk network a.model --dataset nowhere").is_error_about("nowhere"));
}

}  // namespace
}  // namespace bitbasin::command_train_test
