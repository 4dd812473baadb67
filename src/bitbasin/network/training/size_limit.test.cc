// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/size_limit.h"

#include <gmock/gmock.h>

#include <cmath>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/features/images/glyphs.h"
#include "bitbasin/network/training/training.h"

namespace bitbasin::size_limit_test {
namespace {

// The rest of the model takes 100 bytes.
CommitteeShape shrunk(const CommitteeShape& shape, const char* limit, TrainingOptions& options) {
  options.k1 = static_cast<std::int64_t>(shape.units);
  options.k2 = static_cast<std::int64_t>(shape.committees);
  options.size_limit = limit;
  CommitteeShape fitting = shape;
  shrink_to_limit(options, fitting, {.images = 60, .features = {30}, .network = 999, .record = 10});
  EXPECT_EQ(options.k1, static_cast<std::int64_t>(fitting.units));
  EXPECT_EQ(options.k2, static_cast<std::int64_t>(fitting.committees));
  return fitting;
}

TEST(SizeLimit, CommitteesGoFirst) {
  const CommitteeShape shape{81, 7, 70, 4};
  TrainingOptions options{.robustness = 35};
  EXPECT_EQ(shrunk(shape, "1MB", options), shape);
  EXPECT_EQ(options.robustness, 35);
  // Every number of committees that is left has a limit at which one more would not fit.
  for (const std::size_t committees : {12u, 13u, 40u, 69u}) {
    CommitteeShape fitting = shape;
    fitting.committees = committees;
    const std::size_t bytes = 100 + network_bytes(fitting);
    options.robustness = 35;
    EXPECT_EQ(shrunk(shape, std::to_string(bytes).c_str(), options), fitting);
    EXPECT_EQ(options.robustness, std::llround(static_cast<double>(committees) / 2));
    options.robustness = 35;
    EXPECT_NE(shrunk(shape, std::to_string(bytes - 1).c_str(), options), fitting);
  }
}

TEST(SizeLimit, ThenPerceptronsOfEach) {
  const CommitteeShape shape{81, 7, 70, 4};
  TrainingOptions options{.robustness = 0};
  const std::size_t least = 100 + network_bytes({81, 7, 12, 4});
  const CommitteeShape next = shrunk(shape, std::to_string(least - 1).c_str(), options);
  EXPECT_EQ(next.units, 5u);
  EXPECT_EQ(next.committees, 16u);  // as many as now fit
  EXPECT_LT(100 + network_bytes(next), least);
  EXPECT_EQ(shrunk({81, 7, 3, 4}, std::to_string(100 + network_bytes({81, 5, 3, 4})).c_str(), options),
            (CommitteeShape{81, 5, 3, 4}));
}

TEST(SizeLimit, TellsHowMuchIsNeeded) {
  TrainingOptions options{.robustness = 0};
  EXPECT_EQ(error_text([&] {
              shrunk({81, 7, 70, 4}, "200", options);
            }),
            "expected a size limit of at least 252 bytes (100 for the features, 152 for 12 committees of one "
            "perceptron), got 200");
  EXPECT_EQ(shrunk({81, 7, 70, 4}, "252", options), (CommitteeShape{81, 1, 12, 4}));
}

TEST(SizeLimit, HoldsForTheFile) {
  const DataSet letters = random_glyphs({5, 200, 60, 11, 3, 1}, 1);
  RunControl control;
  const TrainingOptions options{.dataset = "letters",
                                .features = "quantiles:3",
                                .k1 = 5,
                                .k2 = 1000,
                                .robustness = 500,
                                .epochs = 2,
                                .size_limit = "8KB"};
  const auto training = Training::start(options, letters, {}, 1, control);
  training->run(control);
  training->evaluate_train();
  training->evaluate_test();
  std::size_t bytes = 0;
  format_model([&](std::string_view piece) { bytes += piece.size(); }, training->model());
  EXPECT_LE(bytes, 8000u);
  CommitteeShape more = training->network().shape;
  ++more.committees;
  EXPECT_GT(bytes + network_bytes(more) - network_bytes(training->network().shape), 8000u - 4);
  EXPECT_EQ(training->options().robustness, std::llround(static_cast<double>(*training->options().k2) / 2));
  // A checkpoint is known by what was asked for, and continues with the same sizes.
  EXPECT_THAT(training->checkpoint().job, testing::HasSubstr("k1 5, k2 1000, robustness 500, "));
  EXPECT_THAT(training->checkpoint().job, testing::HasSubstr("size_limit 8000"));
  const auto more_epochs = Training::start(options, letters, training->checkpoint(), 1, control);
  EXPECT_EQ(more_epochs->network(), training->network());
}

}  // namespace
}  // namespace bitbasin::size_limit_test
