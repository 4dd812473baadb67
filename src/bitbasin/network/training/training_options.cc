// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/training_options.h"

#include <fmt/format.h>

#include "bitbasin/base/find_named.h"
#include "bitbasin/features/feature_spec.h"
#include "bitbasin/network/committee_array.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin {
namespace {

std::string stages_in_words() {
  return "how images become bits: stages from " +
         joined_names(std::span<const FeatureStage>(feature_stages()), &FeatureStage::name) +
         "; a plus between two maps makes two networks that vote";
}

}  // namespace

const OptionTable<TrainingOptions>& training_options() {
  using O = TrainingOptions;
  static const OptionTable<O> table{
      text_option("dataset", &O::dataset, "name or folder",
                  "mnist, fashion, or a folder of IDX or NPY files"),
      text_option("preset", &O::preset, "tiny|small|paper|best|fast",
                  "recipe that sets the options that are auto"),
      text_option("features", &O::features, "stages joined by commas, maps by pluses, or auto",
                  stages_in_words()),
      option("k1", &O::k1, {1, kMostUnits}, "perceptrons per committee, an odd number", "K1"),
      option("k2", &O::k2, {1, kMostCommittees}, "committees", "K2"),
      option("robustness", &O::robustness, {0, 1 << 20},
             "margin below which a pattern is learned even if it is right", "r"),
      option("reinforcement", &O::reinforcement, {0.0, 1.0},
             "expected reinforcements per synapse and presentation, in the first epoch", "p_r"),
      option("growth", &O::growth, {1.0, 2.0}, "factor by which the reinforcement grows from epoch to epoch"),
      option("flip", &O::flip, {0.0, 0.5},
             "probability that a bit of an image is flipped, for each bit and presentation; 0.125, which is "
             "fast to draw, helps networks with thousands of inputs",
             "p_f"),
      option("epochs", &O::epochs, {1, 1000000},
             "maximum number of epochs; training ends earlier if nothing is left to learn"),
      text_option("size_limit", &O::size_limit, "size such as 20KB or 125KiB, or none",
                  "largest model file: k2, then k1 shrink until the model fits, and the robustness with k2"),
      text_option("views", &O::views, "none, shifts, mirror or shifts,mirror",
                  "how else the model looks at an image before it decides: moved by a pixel in four "
                  "directions, mirrored; the sums of all views are added, and a prediction takes as many "
                  "times as long"),
      option("validation", &O::validation, {},
             "number of training images, from the end, to hold out for validation"),
      option("batch", &O::batch, {1, 4096},
             "patterns evaluated together, which affects only the speed; auto: 32, or 16 with threads"),
  };
  return table;
}

std::vector<std::pair<std::string, OptionValue>> chosen(const TrainingOptions& options,
                                                        std::initializer_list<std::string_view> names) {
  std::vector<std::pair<std::string, OptionValue>> values;
  for (const std::string_view name : names) {
    const auto found = std::ranges::find(training_options(), name, &Option<TrainingOptions>::name);
    assert(found != training_options().end());
    values.emplace_back(name, found->get(options));
  }
  return values;
}

std::vector<TrainingOptions> options_of_voters(const TrainingOptions& options) {
  std::vector<TrainingOptions> voters;
  for (const FeatureSpec& spec : parse_voter_specs(options.features)) {
    TrainingOptions voter = options;
    voter.features = to_string(spec);
    if (!voters.empty()) voter.seed = Stream(options.seed, purpose("network.voter"), voters.size()).next();
    voters.push_back(std::move(voter));
  }
  return voters;
}

std::string job_text(const TrainingOptions& options) {
  std::string text = "data " + options.dataset;
  for (const auto& [name, value] :
       chosen(options, {"features", "k1", "k2", "robustness", "reinforcement", "growth", "validation"})) {
    text += fmt::format(", {} {}", name, to_text(value));
  }
  if (options.flip > 0) text += fmt::format(", flip {}", *options.flip);
  if (options.size_limit != kNoLimit) text += ", size_limit " + options.size_limit;
  return text + fmt::format(", seed {}", options.seed);
}

}  // namespace bitbasin
