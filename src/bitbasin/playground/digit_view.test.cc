// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/playground/digit_view.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bitbasin/base/error.h"
#include "bitbasin/network/toy_model.test.h"

namespace bitbasin::digit_view_test {
namespace {

TEST(DigitView, AnswersAsTheModelDoes) {
  const ImageSet images = random_glyphs({.classes = 4, .train = 40, .test = 4}, 3).train;
  const Model model = toy_model("threshold", images, {0, 3, 9, 0});
  const auto expected = predict(model, images, 1);
  DigitView view(model);
  for (std::size_t i = 0; i < images.size(); ++i) {
    EXPECT_EQ(view.look(images.image(i)), expected[i]) << i;
    // A committee answers as most of its units do, which is a vote for some labels and against others.
    std::vector<float> sums(4);
    for (std::size_t k = 0; k < 9; ++k) {
      int majority = 0;
      for (std::size_t j = 0; j < 3; ++j) majority += view.fields()[view.shape().unit(j, k)] > 0 ? 1 : -1;
      for (std::size_t l = 0; l < 4; ++l) {
        EXPECT_EQ(view.votes()[9 * l + k] > 0, (majority > 0) == model.network.outputs.get(l, k));
        sums[l] += view.votes()[9 * l + k];
      }
    }
    EXPECT_TRUE(std::ranges::equal(view.sums(), sums));
    const auto best = std::ranges::max_element(view.sums());
    EXPECT_EQ(static_cast<std::size_t>(best - view.sums().begin()), expected[i]);
  }
}

TEST(DigitView, ShowsOneLookOfOneNetwork) {
  const ImageSet images = random_glyphs({.classes = 4, .train = 10, .test = 4}, 3).train;
  Model model = toy_model("threshold", images, {0, 3, 9, 0});
  model.views.shifts = true;
  EXPECT_THROW(DigitView{model}, Error);
  model.views = {};
  model.others.push_back({model.features, model.network});
  EXPECT_THROW(DigitView{model}, Error);
}

TEST(DigitView, FlippedWeightsComeBack) {
  const ImageSet images = random_glyphs({.classes = 4, .train = 10, .test = 4}, 3).train;
  const Model model = toy_model("threshold", images, {0, 3, 9, 0});
  DigitView view(model);
  const auto fields = [&] {
    view.look(images.image(0));
    return std::vector(view.fields().begin(), view.fields().end());
  };
  const auto trained = fields();
  view.flip(1, 5);
  auto opposite = fields();
  for (float& field : opposite) field = -field;
  EXPECT_EQ(opposite, trained);
  view.flip(0.1, 5);
  EXPECT_NE(fields(), trained);
  EXPECT_EQ(predict(view.model(), images, 1)[0], view.look(images.image(0)));
  EXPECT_NE(view.model().network.weights, model.network.weights);
  view.flip(0, 5);
  EXPECT_EQ(fields(), trained);
  EXPECT_THROW(view.flip(2, 5), Error);
  EXPECT_THROW(view.look(std::vector<std::uint8_t>(3)), Error);
}

}  // namespace
}  // namespace bitbasin::digit_view_test
