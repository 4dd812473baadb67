// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/checkpoint.h"

#include <gmock/gmock.h>

#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/features/images/glyphs.h"

namespace bitbasin::checkpoint_test {
namespace {

using testing::HasSubstr;

struct Fixture {
  DataSet glyphs = random_glyphs({3, 60, 20, 6, 3, 1}, 1);
  RunControl control;
  FeatureMap features = fit_feature_map(parse_feature_spec("threshold"), glyphs.train, {}, 1, 1, control);
  BitMatrix patterns = FeatureEncoder(features).encode(glyphs.train, 1);
  PatternSet set{&patterns, glyphs.train.labels};
  CommitteeShape shape{features.outputs(), 3, 6, 3};
  TrainingOptions options{.robustness = 2, .reinforcement = 1e-3, .growth = 1.1, .batch = 7, .seed = 3};
  TempFolder folder;
};

TEST(Checkpoint, GoesOnToTheSameWeights) {
  Fixture f;
  Trainer whole(f.set, f.shape, f.options, 1);
  for (int e = 0; e < 4; ++e) whole.run_epoch(f.control);

  Trainer first(f.set, f.shape, f.options, 1);
  RunLimits limits;
  limits.work = 130;  // in the middle of the third epoch
  RunControl budget(limits);
  std::vector<EpochPoint> curve;
  while (const auto counts = first.run_epoch(budget)) {
    curve.push_back({first.state().epoch, *counts, {}});
  }
  curve.back().validation_error = 0.25;
  const std::string path = f.folder.path("a.checkpoint");
  write_checkpoint(path, {"the job", f.features, first.state(), curve});
  Checkpoint back = read_checkpoint(path);
  EXPECT_EQ(back.job, "the job");
  EXPECT_EQ(back.features, f.features);
  EXPECT_EQ(back.curve, curve);
  EXPECT_EQ(back.state.epoch, 2u);
  EXPECT_GT(back.state.position, 0u);
  Trainer rest(f.set, back.state, f.options, 1);
  while (rest.state().epoch < 4) rest.run_epoch(f.control);
  EXPECT_EQ(rest.network(), whole.network());
  EXPECT_TRUE(std::ranges::equal(rest.state().hidden.stored(), whole.state().hidden.stored()));
}

TEST(Checkpoint, RefusesWhatIsDamagedOrForeign) {
  Fixture f;
  const std::string path = f.folder.path("a.checkpoint");
  write_checkpoint(path, {"the job", f.features, Trainer(f.set, f.shape, f.options, 1).state(), {}});
  EXPECT_TRUE(read_checkpoint(path).curve.empty());
  const std::string good = file_bytes(path);
  const auto error = [&](const std::string& bytes) {
    f.folder.add("bad", bytes);
    return error_text([&] { read_checkpoint(f.folder.path("bad")); });
  };
  for (std::size_t at = 0; at < good.size(); at += 37) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    EXPECT_THAT(error(bad), HasSubstr("expected")) << at;
    if (at == 0) continue;
    EXPECT_THAT(error(good.substr(0, at)), HasSubstr("expected")) << at;
  }
  EXPECT_THAT(error("bitbasin-model\nxxxxxxxxxxxxxxxxxx"), HasSubstr("expected a checkpoint file"));
}

}  // namespace
}  // namespace bitbasin::checkpoint_test
