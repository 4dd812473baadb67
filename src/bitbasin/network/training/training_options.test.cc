// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/training_options.h"

#include <gmock/gmock.h>

#include "bitbasin/base/error.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/network/committee_array.h"
#include "bitbasin/network/training/presets.h"

namespace bitbasin::training_options_test {
namespace {

using testing::HasSubstr;

ImageSet images_of(int rows, int columns) {
  ImageSet images;
  images.rows = rows;
  images.columns = columns;
  return images;
}

// Checkpoints on disk hold this text: if a letter changes, they can no longer be resumed.
TEST(TrainingOptions, TheTextInCheckpointsStaysTheSame) {
  TrainingOptions options{.dataset = "letters",
                          .features = "deskew,augment:4,patches:32",
                          .k1 = 81,
                          .k2 = 400,
                          .robustness = 240,
                          .reinforcement = 1.5e-6,
                          .growth = 1.03,
                          .validation = 50,
                          .seed = 7};
  EXPECT_EQ(job_text(resolve(options)),
            "data letters, features deskew,augment:copies=4:rotate=8:scale=0.1:shear=0.1:shift=1:elastic=1:"
            "smooth=4,patches:filters=32:size=7:cells=4:levels=3:rarest=0.1, k1 81, k2 400, robustness 240, "
            "reinforcement 1.5e-06, growth 1.03, validation 50, seed 7");
  options.epochs = 3;
  options.batch = 5;
  TrainingOptions longer = options;
  longer.epochs = 30;
  longer.batch = 1;
  EXPECT_EQ(job_text(resolve(options)), job_text(resolve(longer)));
  options.flip = 0.125;
  EXPECT_THAT(job_text(resolve(options)), HasSubstr("growth 1.03, validation 50, flip 0.125, seed 7"));
}

TEST(TrainingOptions, OtherOptionsThanEpochsBatchPresetAndViewsAreInThatText) {
  const TrainingOptions plain = resolve({});
  for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{{"dataset", "fashion"},
                                                                                    {"features", "threshold"},
                                                                                    {"k1", "13"},
                                                                                    {"k2", "31"},
                                                                                    {"robustness", "1"},
                                                                                    {"reinforcement", "0.5"},
                                                                                    {"growth", "1.5"},
                                                                                    {"size_limit", "20KB"},
                                                                                    {"validation", "1"}}) {
    TrainingOptions other;
    apply(training_options(), other, Spec{"train", {{name, value}}});
    EXPECT_NE(job_text(resolve(other)), job_text(plain)) << name;
  }
  TrainingOptions other;
  other.seed = 2;
  EXPECT_NE(job_text(resolve(other)), job_text(plain));
}

TEST(TrainingOptions, ARangeIsToldInASentence) {
  const auto error = [](const char* name, const char* value) {
    TrainingOptions options;
    return error_text([&] { apply(training_options(), options, Spec{"train", {{name, value}}}); });
  };
  EXPECT_EQ(error("k1", "1023"), "k1 of train: expected a whole number from 1 to 1021 or auto, got '1023'");
  EXPECT_EQ(error("growth", "0.5"), "growth of train: expected a number from 1 to 2 or auto, got '0.5'");
  EXPECT_EQ(error("epochs", "0"),
            "epochs of train: expected a whole number from 1 to 1000000 or auto, got '0'");
  // The table allows no more committees and units than a network can have.
  EXPECT_EQ(error("k2", "1048576"), "(no error)");
  check(CommitteeShape{1, kMostUnits, kMostCommittees, 2});
  EXPECT_THAT(error_text([] {
                check(CommitteeShape{1, 3, kMostCommittees + 1, 2});
              }),
              HasSubstr("expected 1 to 1048576 committees (k2), got 1048577"));
}

TEST(Presets, AreValuesOfTheTable) {
  std::string names;
  for (const TrainingOptions& preset : training_presets()) {
    names += (names.empty() ? "" : "|") + preset.preset;
    // Each value is in its range, and nothing but the batch is left open.
    TrainingOptions read;
    for (const auto& [name, value] : echo(training_options(), preset)) {
      apply(training_options(), read, Spec{"train", {{name, to_text(value)}}});
      EXPECT_EQ(value == OptionValue{}, name == "batch") << preset.preset << name;
    }
    EXPECT_EQ(read, preset);
    TrainingOptions asked;
    asked.preset = preset.preset;
    TrainingOptions expected = preset;
    expected.features = resolve(preset).features;
    EXPECT_EQ(resolve(asked), expected);
  }
  const auto range = std::ranges::find(training_options(), "preset", &Option<TrainingOptions>::name)->range;
  EXPECT_EQ(names, range);
  EXPECT_EQ(training_preset("small").epochs, 1000);
  EXPECT_EQ(training_preset("paper").epochs, 80);
  EXPECT_EQ(training_preset("best").epochs, 26);
  EXPECT_EQ(options_of_voters(resolve({.preset = "best"})).size(), 3u);
  const TrainingOptions limited = resolve({.preset = "best", .size_limit = "1MB"});
  EXPECT_EQ(limited.k2, 600);
  EXPECT_EQ(options_of_voters(limited).size(), 1u);
  EXPECT_EQ(resolve(limited), limited);
  const TrainingOptions little = resolve({.preset = "best", .size_limit = "25KB"});
  EXPECT_EQ(little.features, resolve({.preset = "tiny"}).features);
  EXPECT_EQ(little.k1, 3);
  EXPECT_THAT(resolve({.preset = "best", .size_limit = "10KB"}).features, HasSubstr("filters=12"));
  EXPECT_EQ(error_text([] { resolve({.preset = "huge"}); }),
            "expected one of the presets tiny, small, paper, best, fast; got 'huge'");
}

TEST(Presets, GiveWayToWhatIsGiven) {
  const TrainingOptions given{
      .preset = "paper", .features = "threshold", .k1 = 3, .growth = 1.5, .epochs = 2};
  const TrainingOptions all = resolve(given);
  EXPECT_EQ(all.k1, 3);
  EXPECT_EQ(all.k2, 200);
  EXPECT_EQ(all.robustness, 120);
  EXPECT_EQ(all.reinforcement, 4e-6);
  EXPECT_EQ(all.growth, 1.5);
  EXPECT_EQ(all.epochs, 2);
  EXPECT_THAT(all.features, HasSubstr("threshold:level="));
  EXPECT_EQ(resolve(all), all);
  EXPECT_EQ(resolve({.size_limit = "20KB"}).size_limit, "20000");
  EXPECT_THAT(error_text([] { resolve({.size_limit = "small"}); }), HasSubstr("expected a size in bytes"));
  EXPECT_EQ(resolve({.views = "mirror,shifts"}).views, "shifts,mirror");
  for (const char* views : {"all", "auto"}) {
    EXPECT_THAT(error_text([&] { resolve({.views = views}); }), HasSubstr("expected views (none, shifts, "));
  }
  EXPECT_THAT(error_text([] { resolve({.k1 = 4}); }), HasSubstr("odd number of units per committee (k1)"));
  EXPECT_THAT(error_text([] { resolve({.features = "nosuch"}); }), HasSubstr("expected one of the stages"));
}

TEST(Presets, FeaturesFitTheImages) {
  EXPECT_EQ(resolve({}, images_of(12, 12)), resolve({}));
  for (const ImageSet& images : {images_of(11, 28), images_of(28, 11), images_of(1, 784)}) {
    EXPECT_THAT(resolve({}, images).features, HasSubstr("rbm:hidden=501"));
    EXPECT_THAT(resolve({.features = "threshold"}, images).features, HasSubstr("threshold:level="));
  }
  // A drawing has a blank margin; a picture fills its frame.
  ImageSet images = images_of(16, 16);
  images.pixels.assign(256, 0);
  images.pixels[100] = 200;
  EXPECT_EQ(resolve({.preset = "best"}, images), resolve({.preset = "best"}));
  images.pixels[15] = 100;
  const TrainingOptions best = resolve({.preset = "best", .k2 = 20}, images);
  EXPECT_THAT(best.features, testing::StartsWith("patches:filters=512"));
  EXPECT_EQ(best.k1, 11);
  EXPECT_EQ(best.flip, 0.125);
  EXPECT_EQ(best.k2, 20);
  EXPECT_EQ(options_of_voters(best).size(), 2u);
  EXPECT_EQ(resolve(best), best);
  // Voters cannot be shrunk, and need room for their cells. The smaller the limit, the fewer filters.
  const auto expect_one = [&](const char* limit, const char* features, double flip) {
    const TrainingOptions one = resolve({.preset = "best", .size_limit = limit}, images);
    EXPECT_THAT(one.features, testing::StartsWith(features));
    EXPECT_EQ(one.flip, flip);
    EXPECT_EQ(options_of_voters(one).size(), 1u);
    EXPECT_EQ(resolve(one), one);
  };
  expect_one("10KB", "patches:filters=8:size=5:cells=6", 0);
  expect_one("20KB", "patches:filters=16:size=5:cells=6", 0);
  expect_one("40KB", "patches:filters=16:size=5:cells=8", 0);
  expect_one("125KiB", "patches:filters=32", 0);
  expect_one("500KB", "patches:filters=64", 0.0625);
  expect_one("1MB", "patches:filters=128", 0.0625);
  expect_one("4MB", "patches:filters=512", 0.125);
  images.rows = 13;
  images.pixels.resize(13 * 16);
  expect_one("none", "patches:filters=512", 0.125);
  EXPECT_EQ(resolve({.preset = "tiny"}, images).k1, resolve({.preset = "tiny"}).k1);
  EXPECT_THAT(resolve({.preset = "tiny"}, images).features, testing::StartsWith("patches:filters=24"));
  EXPECT_THAT(resolve({.features = "deskew,threshold"}, images).features, HasSubstr("deskew"));
}

}  // namespace
}  // namespace bitbasin::training_options_test
