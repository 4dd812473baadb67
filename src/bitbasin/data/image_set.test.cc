// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/image_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/data/idx.h"
#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::image_set_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

void add_idx(const TempFolder& folder, const std::string& suffix = "", char joint = '-') {
  const std::string images = std::string("images") + joint + "idx3-ubyte" + suffix;
  const std::string labels = std::string("labels") + joint + "idx1-ubyte" + suffix;
  write_idx(folder.path("train-" + images), {{3, 1, 2}, {0, 1, 2, 3, 254, 255}});
  write_idx(folder.path("train-" + labels), {{3}, {2, 0, 1}});
  write_idx(folder.path("t10k-" + images), {{1, 1, 2}, {7, 8}});
  write_idx(folder.path("t10k-" + labels), {{1}, {4}});
}

template <class T>
void add_npy(const TempFolder& folder, const std::vector<T>& train, const std::vector<T>& test) {
  write_npy<T>(folder.path("x_train.npy"), {train.size() / 2, 2}, train);
  write_npy<T>(folder.path("x_test.npy"), {test.size() / 2, 2}, test);
  write_npy<std::int32_t>(folder.path("y_train.npy"), {train.size() / 2, 1},
                          std::vector<std::int32_t>(train.size() / 2, 1));
  write_npy<double>(folder.path("y_test.npy"), {test.size() / 2}, std::vector<double>(test.size() / 2, 0));
}

TEST(ImageSet, ReadsIdxFilesUnderTheirUsualNames) {
  for (const std::string suffix : {"", ".gz"}) {
    for (const char joint : {'-', '.'}) {
      const TempFolder folder;
      EXPECT_FALSE(holds_data_set(folder.path()));
      add_idx(folder, suffix, joint);
      EXPECT_TRUE(holds_data_set(folder.path()));
      const DataSet set = read_data_set(folder.path());
      EXPECT_EQ(set.train.size(), 3);
      EXPECT_EQ(set.train.rows, 1);
      EXPECT_EQ(set.train.columns, 2);
      EXPECT_EQ(set.train.classes, 5);
      EXPECT_EQ(set.test.classes, 5);
      EXPECT_THAT(set.train.image(2), ElementsAre(254, 255));
      EXPECT_THAT(set.train.labels, ElementsAre(2, 0, 1));
      EXPECT_THAT(set.test.pixels, ElementsAre(7, 8));
      EXPECT_TRUE(set.scaling.empty());
    }
  }
}

TEST(ImageSet, BytesAreTakenAsTheyAre) {
  const TempFolder folder;
  add_npy<std::uint8_t>(folder, {1, 2, 3, 4}, {5, 255});
  const DataSet set = read_data_set(folder.path());
  EXPECT_THAT(set.train.pixels, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(set.train.labels, ElementsAre(1, 1));
  EXPECT_THAT(set.test.labels, ElementsAre(0));
  EXPECT_EQ(set.train.classes, 2);
}

TEST(ImageSet, NumbersAreScaledByTheTrainingSet) {
  const TempFolder folder;
  add_npy<double>(folder, {-1, 7, 3, 7, 1, 7}, {0, 8, -2, 6, 9, 7});
  const DataSet set = read_data_set(folder.path());
  EXPECT_THAT(set.scaling.minimum, ElementsAre(-1, 7));
  EXPECT_THAT(set.scaling.maximum, ElementsAre(3, 7));
  EXPECT_THAT(set.train.pixels, ElementsAre(0, 0, 255, 0, 128, 0));
  EXPECT_THAT(set.test.pixels, ElementsAre(64, 0, 0, 0, 255, 0));
  add_npy<std::int32_t>(folder, {0, -300, 510, 300}, {100, 0});
  EXPECT_THAT(read_data_set(folder.path()).test.pixels, ElementsAre(50, 128));
}

TEST(ImageSet, BooleansAreBlackAndWhite) {
  const NpyArray array{{{NpyType::Kind::boolean, 1, false}, false, {2, 1, 2}}, {0, 1, 1, 0}};
  const ImageSet set = images_from(array, fit_scaling(array, "a"), "a");
  EXPECT_THAT(set.pixels, ElementsAre(0, 255, 255, 0));
  EXPECT_EQ(set.rows, 1);
}

TEST(ImageSet, NamesTheFilesThatAreMissing) {
  const TempFolder folder;
  EXPECT_THAT(error_text([&] { read_data_set(folder.path()); }),
              HasSubstr("expected the files train-images-idx3-ubyte, train-labels-idx1-ubyte, "
                        "t10k-images-idx3-ubyte and t10k-labels-idx1-ubyte (or x_train.npy,"));
  EXPECT_THAT(error_text([&] { read_data_set(folder.path("absent")); }), HasSubstr("absent"));
}

TEST(ImageSet, RefusesWhatDoesNotFitTogether) {
  const TempFolder folder;
  add_idx(folder);
  const auto error = [&] { return error_text([&] { read_data_set(folder.path()); }); };
  EXPECT_EQ(error(), "(no error)");
  write_idx(folder.path("train-labels-idx1-ubyte"), {{2}, {0, 1}});
  EXPECT_THAT(error(), HasSubstr("expected 3 labels, one for each image"));
  add_idx(folder);
  write_idx(folder.path("t10k-images-idx3-ubyte"), {{1, 2, 1}, {7, 8}});
  EXPECT_THAT(error(), HasSubstr("expected images of 1 x 2"));
  write_idx(folder.path("t10k-images-idx3-ubyte"), {{2}, {7, 8}});
  EXPECT_THAT(error(), HasSubstr("(count, height, width) or (count, n) of 1 to 1048576 numbers each, "
                                 "got the shape (2,)"));
  add_idx(folder);
  write_idx(folder.path("t10k-labels-idx1-ubyte"), {{1, 2, 2}, {7, 8, 9, 9}});
  EXPECT_THAT(error(), HasSubstr("expected labels as an array of one dimension"));
  write_idx(folder.path("train-images-idx3-ubyte"), {{0, 1, 2}, {}});
  EXPECT_THAT(error(), HasSubstr("expected training images, but"));
  folder.add("train-images-idx3-ubyte", "P5 28 28 255");
  EXPECT_THAT(error(), HasSubstr("expected an IDX or NPY file, got one that starts with byte 'P'"));
}

TEST(ImageSet, RefusesNumbersThatAreNoPixelsOrLabels) {
  const TempFolder folder;
  const auto error = [&] { return error_text([&] { read_data_set(folder.path()); }); };
  add_npy<double>(folder, {1, 2, 3, std::nan("")}, {1, 2});
  EXPECT_THAT(error(), HasSubstr("x_train.npy row 1, column 1 (counted from 0): expected a finite number"));
  add_npy<double>(folder, {1e308, 2, -1e308, 3}, {1, 2});
  EXPECT_THAT(error(), HasSubstr("expected numbers with a finite range"));
  add_npy<double>(folder, {1, 2, 3, 4}, {INFINITY, 2});
  EXPECT_THAT(error(), HasSubstr("x_test.npy row 0, column 0"));
  add_npy<double>(folder, {1, 2, 3, 4}, {1, 2});
  for (const double label : {-1.0, 0.5, 65535.0, std::nan("")}) {
    write_npy<double>(folder.path("y_train.npy"), {2}, std::vector<double>{0, label});
    EXPECT_THAT(error(), HasSubstr("label 1 (counted from 0): expected a whole number from 0 to 65534"));
  }
}

TEST(PixelScaling, RoundsToTheNearestPixel) {
  const PixelScaling scaling{{0.0}, {255.0}};
  for (int pixel = 0; pixel < 256; ++pixel) {
    EXPECT_EQ(scaling.pixel(0, pixel), pixel);
    EXPECT_EQ(scaling.pixel(0, pixel + 0.4), pixel);
    EXPECT_EQ(scaling.pixel(0, pixel - 0.4), pixel);
  }
}

TEST(PixelScaling, RefusesAnotherNumberOfColumns) {
  const NpyArray array{{{NpyType::Kind::unsigned_integer, 1, false}, false, {1, 2}}, {0, 1}};
  EXPECT_EQ(error_text([&] {
              images_from(array, {{0, 0, 0}, {1, 1, 1}}, "a.npy");
            }),
            "a.npy: expected 3 numbers for each image, got the shape (1, 2)");
}

}  // namespace
}  // namespace bitbasin::image_set_test
