// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/tune/candidate.h"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

#include "bitbasin/network/training/presets.h"

namespace bitbasin::candidate_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

SearchBounds bounds_of(int rows, int columns, std::uint64_t size_limit = 1000000) {
  return {rows, columns, size_limit};
}

const TrainingOptions kShared{.dataset = "letters", .size_limit = "20KB", .validation = 100, .seed = 3};

TEST(Candidate, RecipesSuitTheImages) {
  std::set<std::string> texts;
  for (const Candidate& c : first_candidates(bounds_of(28, 28))) texts.insert(to_string(c.features));
  EXPECT_GE(texts.size(), 10u);
  for (const Candidate& c : first_candidates(bounds_of(8, 8))) {
    for (const FeatureSpec::BitStage& stage : c.features.bits) {
      const auto* patches = std::get_if<PatchOptions>(&stage);
      EXPECT_TRUE(patches == nullptr || patches->size + patches->cells <= 8);
    }
  }
  EXPECT_GE(first_candidates(bounds_of(8, 8)).size(), 4u);
  for (const Candidate& c : first_candidates(bounds_of(1, 30))) {
    EXPECT_THAT(to_string(c.features), HasSubstr("quantiles"));
    EXPECT_THAT(to_string(c.features), Not(HasSubstr("patches")));
  }
  EXPECT_GE(first_candidates(bounds_of(28, 28, 4000)).size(), 3u);
  EXPECT_LT(first_candidates(bounds_of(28, 28, 4000)).size(), texts.size());
  EXPECT_EQ(first_candidates(bounds_of(28, 28, 40)).size(), 0u);
}

// From every recipe a walk of many steps meets valid trainings only, and others all the time.
TEST(Candidate, NeighboursAreTrainings) {
  for (const SearchBounds& bounds :
       {bounds_of(28, 28), bounds_of(28, 28, 5000), bounds_of(8, 8), bounds_of(1, 30)}) {
    Stream stream(1, purpose("candidate_test"));
    for (Candidate c : first_candidates(bounds)) {
      std::set<std::string> seen;
      for (int i = 0; i < 40; ++i) {
        c = neighbour(c, bounds, stream);
        const TrainingOptions training = training_of(c, kShared, 60, 1000);
        EXPECT_EQ(resolve(training).k1, c.k1);
        seen.insert(job_text(training));
        EXPECT_TRUE(bounds.rows > 1 || training.features.find("deskew") == std::string::npos);
      }
      EXPECT_GT(seen.size(), 15u);
    }
  }
}

TEST(Candidate, AShortTrainingIsReinforcedAsOftenAsALongOne) {
  const Candidate candidate{parse_feature_spec("threshold"), 0, 5, 0.4, 2};
  const auto reinforcements = [&](std::int64_t epochs) {
    const TrainingOptions o = training_of(candidate, kShared, epochs, 1000);
    EXPECT_EQ(o.epochs, epochs);
    EXPECT_EQ(o.robustness, *o.k2 * 2 / 5);
    double sum = 0;
    for (std::int64_t e = 0; e < epochs; ++e) sum += *o.reinforcement * 1000 * std::pow(*o.growth, e);
    return sum;
  };
  EXPECT_NEAR(reinforcements(20), 2 * 16 * 24 / std::log(25), 25);
  EXPECT_NEAR(reinforcements(200), 2 * 16 * 24 / std::log(25), 25);
}

TEST(Candidate, WhatIsNoFeatureIsAnOptionOfTheTraining) {
  Candidate candidate = first_candidates(bounds_of(28, 28))[0];
  EXPECT_THAT(training_of(candidate, kShared, 9, 1000).features, Not(HasSubstr("augment")));
  std::set<std::string> features;
  for (candidate.copies = 1; candidate.copies < 5; ++candidate.copies) {
    features.insert(training_of(candidate, kShared, 9, 1000).features);
    EXPECT_THAT(*features.begin(), HasSubstr("augment"));
  }
  EXPECT_EQ(features.size(), 4u);
  candidate.halvings = 2;
  EXPECT_EQ(training_of(candidate, kShared, 9, 1000).size_limit, "5000");
  EXPECT_THAT(training_of(candidate, kShared, 9, 1000).features, Not(HasSubstr("products")));
  candidate.products = 2;
  candidate.flip = 0.25;
  EXPECT_THAT(training_of(candidate, kShared, 9, 1000).features, HasSubstr("products:distances=2"));
  EXPECT_EQ(training_of(candidate, kShared, 9, 1000).flip, 0.25);
}

}  // namespace
}  // namespace bitbasin::candidate_test
