// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/training_job.h"

#include <fmt/format.h>

#include <algorithm>

#include "bitbasin/base/error.h"
#include "bitbasin/base/find_named.h"
#include "bitbasin/network/training/presets.h"

namespace bitbasin {

const OptionTable<TrainFlags>& train_flag_table() {
  static const OptionTable<TrainFlags> table{
      option("k1", &TrainFlags::k1, {1, 1021}, "perceptrons in a committee, odd; auto: the preset's", "K1"),
      option("k2", &TrainFlags::k2, {1, 1 << 20}, "committees; auto: the preset's", "K2"),
      option("robustness", &TrainFlags::robustness, {0, 1 << 20},
             "patterns whose margin is smaller are learnt too; auto: the preset's", "r"),
      option("reinforcement", &TrainFlags::reinforcement, {0.0, 1.0},
             "expected reinforcements per synapse and presentation at first; auto: the preset's", "p_r"),
      option("growth", &TrainFlags::growth, {1.0, 2.0},
             "factor of the reinforcement from epoch to epoch; auto: the preset's"),
      option("epochs", &TrainFlags::epochs, {1, 1000000},
             "presentations of every image at most; training ends before where nothing is left to learn; "
             "auto: the preset's"),
      option("validation", &TrainFlags::validation, {},
             "training images held out, from the end, to watch the error on; 0 for none"),
      option("batch", &TrainFlags::batch, {1, 4096},
             "patterns evaluated together, which changes the speed only; auto: 32, 16 with threads"),
  };
  return table;
}

TrainingJob make_job(const std::string& data_set, const ImageSet& images, const std::string& preset_name,
                     const std::string& features, const TrainFlags& flags, std::uint64_t seed) {
  const TrainPreset& preset = find_named(train_presets(), &TrainPreset::name, preset_name, "presets");
  TrainingJob job;
  job.data_set = data_set;
  job.feature_spec = parse_feature_spec(features.empty() ? preset_features(preset, images) : features);
  job.features = to_string(job.feature_spec);
  job.k1 = flags.k1.value_or(preset.k1);
  job.k2 = flags.k2.value_or(preset.k2);
  job.epochs = static_cast<std::uint64_t>(flags.epochs.value_or(preset.epochs));
  job.validation = flags.validation;
  job.seed = seed;
  job.options.robustness = flags.robustness.value_or(preset.options.robustness);
  job.options.reinforcement = flags.reinforcement.value_or(preset.options.reinforcement);
  job.options.growth = flags.growth.value_or(preset.options.growth);
  job.options.batch = flags.batch;
  return job;
}

std::string TrainingJob::text() const {
  return fmt::format(
      "data {}, features {}, k1 {}, k2 {}, robustness {}, reinforcement {}, growth {}, validation {}, seed "
      "{}",
      data_set, features, k1, k2, options.robustness, options.reinforcement, options.growth, validation,
      seed);
}

ImageSet hold_out(ImageSet& images, std::uint64_t count) {
  if (count >= images.size()) {
    fail("expected fewer images to be held out than the {} there are but got {}", images.size(), count);
  }
  ImageSet held = images;
  const std::size_t kept = images.size() - count;
  held.pixels.assign(images.pixels.begin() + static_cast<std::ptrdiff_t>(kept * images.inputs()),
                     images.pixels.end());
  held.labels.assign(images.labels.begin() + static_cast<std::ptrdiff_t>(kept), images.labels.end());
  images.pixels.resize(kept * images.inputs());
  images.labels.resize(kept);
  return held;
}

}  // namespace bitbasin
