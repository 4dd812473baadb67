// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/model_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bitbasin/data/sha256.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/network/toy_model.test.h"

namespace bitbasin::model_file_test {
namespace {

using testing::HasSubstr;

const DataSet& glyphs() {
  static const DataSet set = random_glyphs({3, 60, 20, 6, 3, 1}, 1);
  return set;
}

Model small_model() {
  return toy_model("threshold", glyphs().train, {0, 3, 4, 0});
}

std::string bytes_of(const Model& model) {
  return collect([&](const ByteSink& sink) { format_model(sink, model); });
}

Model model_from(std::string_view bytes) {
  ByteReader reader(bytes, "a.model");
  return parse_model(reader);
}

std::string error_of(const std::string& bytes) {
  return error_text([&] { model_from(bytes); });
}

std::string sealed(const std::string& content) {
  return seal(kModelFormat, 1, content);
}

TEST(ModelFile, ComesBackAsItWas) {
  for (const char* features : {"threshold", "deskew,project:11,threshold"}) {
    const Model model = toy_model(features, glyphs().train, {0, 3, 9, 0});
    EXPECT_EQ(model_from(bytes_of(model)), model);
    const TempFolder folder;
    for (const std::string name : {"a.model", "a.model.gz"}) {
      write_model(folder.path(name), model);
      EXPECT_EQ(read_model(folder.path(name)), model);
    }
  }
  Model bare = small_model();
  bare.record = {};
  EXPECT_EQ(model_from(bytes_of(bare)), bare);
}

TEST(ModelFile, ChecksumIsTheEndOfTheFile) {
  const std::string bytes = bytes_of(small_model());
  Sha256Digest end{};
  std::copy_n(bytes.end() - 32, 32, end.begin());
  EXPECT_EQ(model_checksum(small_model()), hex(end));
  EXPECT_EQ(sealed(model_content(small_model())), bytes);
}

TEST(ModelFile, PredictsAsTheNetworkDoesOnItsFeatures) {
  const Model model = toy_model("deskew,project:31", glyphs().train, {0, 5, 9, 0});
  const BitMatrix bits = FeatureEncoder(model.features).encode(glyphs().test, 1);
  for (const int threads : {1, 2}) {
    const auto answers = predict(model, glyphs().test, threads);
    ASSERT_EQ(answers.size(), 20);
    for (std::size_t k = 0; k < answers.size(); ++k) {
      EXPECT_EQ(answers[k], best_label(label_sums(model.network, pattern(bits, k, 1))));
    }
  }
}

TEST(ModelFile, RefusesEveryChangedByte) {
  const std::string whole = bytes_of(small_model());
  ASSERT_LT(whole.size(), 1500u);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << i % 8));
    const std::string error = error_of(damaged);
    EXPECT_THAT(error, testing::StartsWith("a.model: expected")) << i;
  }
}

TEST(ModelFile, RefusesEveryLength) {
  const std::string whole = bytes_of(small_model());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THAT(error_of(whole.substr(0, size)), HasSubstr("expected")) << size;
  }
  EXPECT_THAT(error_of(whole + "x"), HasSubstr("more bytes follow"));
}

TEST(ModelFile, RefusesForeignAndFutureFiles) {
  EXPECT_EQ(error_of("P5 28 28 255"),
            "a.model: expected a model file, which starts with 'bitbasin-model', got another file");
  std::string future = bytes_of(small_model());
  future[kModelFormat.line.size()] = 3;
  EXPECT_EQ(error_of(future),
            "a.model: expected version 1 to 2 of the model format, got 3, which a newer bitbasin can read");
  future[kModelFormat.line.size()] = 0;
  EXPECT_EQ(error_of(future), "a.model: expected version 1 to 2 of the model format, got 0");
}

// Two voters of other features than the first.
Model three_voters() {
  Model model = small_model();
  for (const char* features : {"project:11", "deskew,threshold"}) {
    Model other = toy_model(features, glyphs().train, {0, 3, 4, 0});
    model.others.push_back({other.features, other.network});
  }
  return model;
}

TEST(ModelFile, HoldsVoters) {
  const Model model = three_voters();
  EXPECT_EQ(model_from(bytes_of(model)), model);
  EXPECT_EQ(count_bytes(model).total(), bytes_of(model).size());
  EXPECT_EQ(count_bytes(model).others.size(), 2u);
  const auto error = [&](auto damage) {
    Model damaged = model;
    damage(damaged.others[1]);
    return error_of(bytes_of(damaged));
  };
  const auto resized = [&](const CommitteeShape& sizes) {
    return error([&](Voter& voter) {
      CommitteeShape shape = sizes;
      shape.inputs = voter.features.outputs();
      voter.network = random_network(shape, 1);
    });
  };
  EXPECT_EQ(resized({0, 3, 4, 3}), "(no error)");
  EXPECT_THAT(resized({0, 5, 4, 3}), HasSubstr("expected a voter with the sizes of the first"));
  EXPECT_THAT(resized({0, 3, 5, 3}), HasSubstr("expected a voter"));
  EXPECT_THAT(resized({0, 3, 4, 2}), HasSubstr("expected a voter"));
  EXPECT_THAT(error([](Voter& v) { v.features.rows = 7; }), HasSubstr("expected a voter"));
  EXPECT_THAT(error([](Voter& v) { v.features.columns = 7; }), HasSubstr("expected a voter"));
  EXPECT_THAT(error([](Voter& v) {
                v.features.scaling = {std::vector<double>(36, 0), std::vector<double>(36, 1)};
              }),
              HasSubstr("expected a voter"));
}

TEST(ModelFile, JoinsVoters) {
  const Model expected = three_voters();
  Model model = small_model();
  model.record.options = {{"k1", "3"}, {"features", "threshold"}};
  model.record.train_patterns = model.record.test_patterns = 9;
  model.record.train_errors = model.record.test_errors = 1;
  model.record.confusion.assign(9, 1);
  Model two = small_model();
  two.features = expected.others[0].features;
  two.network = expected.others[0].network;
  two.others = {expected.others[1]};
  two.record.options = {{"features", "project:11+deskew,threshold"}};
  ASSERT_EQ(why_not_together(model, two), "");
  add_voters(model, two);
  EXPECT_EQ(sum_votes(model, glyphs().test, 1), sum_votes(expected, glyphs().test, 1));
  EXPECT_EQ(model.others, expected.others);
  TrainingRecord record = small_model().record;
  record.options = {{"k1", "3"}, {"features", "threshold+project:11+deskew,threshold"}};
  record.train_patterns = record.train_errors = record.test_patterns = record.test_errors = 0;
  record.confusion.clear();
  EXPECT_EQ(model.record, record);
}

TEST(ModelFile, SaysWhyModelsCannotVote) {
  const Model model = small_model();
  const auto sentence = [&](auto change) {
    Model other = model;
    change(other);
    return why_not_together(model, other);
  };
  EXPECT_EQ(sentence([](Model& m) { m.network.shape.units = 5; }),
            "expected a model of 6 x 6 pixels, 3 labels, 3 x 4 perceptrons and inputs of 1 bit, views: none, "
            "got 6 x 6 pixels, 3 labels, 5 x 4 perceptrons and inputs of 1 bit, views: none");
  EXPECT_THAT(sentence([](Model& m) { m.features.rows = 7; }), HasSubstr("got 7 x 6 pixels"));
  EXPECT_THAT(sentence([](Model& m) { m.network.shape.labels = 4; }), HasSubstr("4 labels"));
  EXPECT_THAT(sentence([](Model& m) { m.network.shape.depth = 2; }), HasSubstr("inputs of 2 bits"));
  EXPECT_THAT(sentence([](Model& m) { m.views.mirror = true; }), HasSubstr("views: mirror"));
  EXPECT_THAT(sentence([](Model& m) {
                m.features.scaling = {{0}, {1}};
              }),
              HasSubstr("expected numbers that become pixels as those of the first model"));
  EXPECT_EQ(sentence([](Model& m) { m.network.shape.inputs = 9; }), "");
}

TEST(ModelFile, AddsTheSumsOfVoters) {
  const Model model = three_voters();
  const ImageSet& images = glyphs().test;
  std::vector<int> expected(images.size() * 3);
  for_each_voter(model, [&](const FeatureMap& features, const CommitteeArray& network) {
    const BitMatrix bits = FeatureEncoder(features).encode(images, 1);
    for (std::size_t k = 0; k < images.size(); ++k) {
      const std::vector<int> sums = label_sums(network, pattern(bits, k, 1));
      for (std::size_t l = 0; l < 3; ++l) expected[3 * k + l] += sums[l];
    }
  });
  EXPECT_EQ(sum_votes(model, images, 2), expected);
  const auto answers = predict(model, images, 1);
  for (std::size_t k = 0; k < images.size(); ++k) {
    EXPECT_EQ(answers[k], best_label(std::span(expected).subspan(3 * k, 3)));
  }
}

TEST(ModelFile, HoldsViews) {
  Model model = three_voters();
  const std::string before = bytes_of(model);
  EXPECT_EQ(before[kModelFormat.line.size()], 1);  // older programs can read it
  for (const char* views : {"shifts", "mirror", "shifts,mirror"}) {
    model.views = parse_views(views);
    const std::string bytes = bytes_of(model);
    EXPECT_EQ(bytes[kModelFormat.line.size()], 2);
    EXPECT_EQ(bytes.size(), before.size() + 1);
    EXPECT_EQ(count_bytes(model).total(), bytes.size());
    EXPECT_EQ(model_from(bytes), model) << views;
    EXPECT_EQ(seal(kModelFormat, 2, model_content(model)), bytes);
  }
  std::string content = model_content(model);
  for (const char mark : {'\0', '\4'}) {
    content[0] = mark;
    EXPECT_THAT(error_of(seal(kModelFormat, 2, content)), HasSubstr("expected a mark of views from 1 to 3"));
  }
  Model table = small_model();
  table.features.rows = 1;
  table.features.columns = 36;
  EXPECT_EQ(model_from(bytes_of(table)), table);
  table.views.shifts = true;
  EXPECT_THAT(error_of(bytes_of(table)),
              HasSubstr("expected images of rows and columns for the views shifts, got 1 x 36"));
}

// The image with its pixels moved one by one.
ImageSet moved(const ImageSet& images, int down, int right, bool mirrored) {
  ImageSet result = images;
  for (std::size_t k = 0; k < images.size(); ++k) {
    for (int y = 0; y < 6; ++y) {
      for (int x = 0; x < 6; ++x) {
        const int from_y = y - down;
        const int from_x = (mirrored ? 5 - x : x) - right;
        const bool inside = from_y >= 0 && from_y < 6 && from_x >= 0 && from_x < 6;
        result.pixels[36 * k + static_cast<std::size_t>(6 * y + x)] =
            inside ? images.image(k)[static_cast<std::size_t>(6 * from_y + from_x)] : std::uint8_t{0};
      }
    }
  }
  return result;
}

TEST(ModelFile, AddsTheSumsOfViews) {
  const ImageSet& images = glyphs().test;
  Model single = small_model();
  single.record = {};
  for (Model model : {single, three_voters()}) {
    const auto plain = predict(model, images, 1);
    for (const bool mirror : {false, true}) {
      std::vector<int> expected(images.size() * 3);
      for (const bool mirrored : {false, true}) {
        if (mirrored && !mirror) continue;
        for (const auto& [down, right] :
             std::vector<std::pair<int, int>>{{0, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}}) {
          model.views = {};
          const std::vector<int> sums = sum_votes(model, moved(images, down, right, mirrored), 1);
          for (std::size_t i = 0; i < sums.size(); ++i) expected[i] += sums[i];
        }
      }
      model.views = {true, mirror};
      for (const int threads : {1, 3}) EXPECT_EQ(sum_votes(model, images, threads), expected);
      ImageSet flat = images;  // rows of numbers
      flat.rows = 1;
      flat.columns = 36;
      EXPECT_EQ(sum_votes(model, flat, 1), expected);
      const auto answers = predict(model, images, 2);
      EXPECT_NE(answers, plain);
      for (std::size_t k = 0; k < images.size(); ++k) {
        EXPECT_EQ(answers[k], best_label(std::span(expected).subspan(3 * k, 3)));
      }
    }
  }
}

TEST(ModelFile, LooksAtAnyNumberOfImages) {
  Model model = small_model();
  model.views = {true, false};
  const std::vector<int> sums = sum_votes(model, glyphs().test, 1);
  ImageSet many = glyphs().test;
  many.pixels.clear();
  std::vector<int> expected;
  for (int times = 0; times < 300; ++times) {  // more than are looked at together
    many.pixels.insert(many.pixels.end(), glyphs().test.pixels.begin(), glyphs().test.pixels.end());
    expected.insert(expected.end(), sums.begin(), sums.end());
  }
  EXPECT_EQ(sum_votes(model, many, 2), expected);
  many.pixels.clear();
  EXPECT_TRUE(sum_votes(model, many, 1).empty());
  const ImageSet wrong{4, 9, 0, std::vector<std::uint8_t>(72), {}};
  EXPECT_EQ(sum_votes(model, wrong, 1).size(), 6u);  // as many pixels are enough
  const ImageSet larger{6, 7, 0, std::vector<std::uint8_t>(84), {}};
  EXPECT_EQ(error_text([&] { sum_votes(model, larger, 1); }), "expected images of 6 x 6 pixels, got 6 x 7");
}

TEST(ModelFile, OtherViewsForgetTheErrors) {
  Model model = small_model();
  const Model before = model;
  change_views(model, {});
  EXPECT_EQ(model, before);
  change_views(model, {true, false});
  EXPECT_EQ(model.views, (ImageViews{true, false}));
  EXPECT_EQ(model.record.test_patterns, 0u);
  EXPECT_EQ(model.record.test_errors, 0u);
  EXPECT_TRUE(model.record.confusion.empty());
  EXPECT_EQ(model.record.train_patterns, before.record.train_patterns);  // counted without views
  model.features.rows = 1;
  EXPECT_THAT(error_text([&] { change_views(model, {false, true}); }), HasSubstr("expected images of rows"));
}

TEST(ModelFile, SaysWhatIsMoreThanOneLookByOneNetwork) {
  Model model = small_model();
  EXPECT_EQ(why_not_one_look(model), "");
  model.views = {true, true};
  EXPECT_EQ(why_not_one_look(model),
            "expected a model that looks at an image once, got the views shifts,mirror");
  model.others.push_back({model.features, model.network});
  EXPECT_EQ(why_not_one_look(model), "expected a single network, got 2 voters");
}

// Content with a right checksum is still not trusted.
TEST(ModelFile, RefusesContentThatMakesNoSense) {
  const std::string content = model_content(small_model());
  EXPECT_EQ(error_of(sealed(content)), "(no error)");
  EXPECT_THAT(error_of(sealed(content.substr(0, content.size() - 1))), HasSubstr("ends after"));
  EXPECT_THAT(error_of(sealed(content + "x")), HasSubstr("ends after"));  // not a whole voter
  Model even = small_model();
  even.network = random_network({even.features.outputs(), 3, 4, 3}, 1);
  even.network.shape.units = 2;
  EXPECT_THAT(error_of(sealed(model_content(even))), HasSubstr("odd number of units per committee"));
  Model padded = small_model();
  padded.network.outputs.row(0)[0] |= 1u << 6;  // four committees
  EXPECT_THAT(error_of(sealed(model_content(padded))), HasSubstr("expected zeros after the 4 bits of row 0"));
}

}  // namespace
}  // namespace bitbasin::model_file_test
