// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/features/images/views.h"

namespace bitbasin {

inline constexpr std::string_view kNoLimit = "none";

// The options of a training. The flags of `train`, the parameters of a sweep, the keywords of Python and the
// presets are all values of this struct, read by one table. An `auto` value is the preset's: see resolve().
//
// The rule is multi-layer CP+R. A pattern whose margin S_right - max S_other is not positive or less than the
// robustness r sends an error to every committee that votes against its label; there the wrong unit that is
// easiest to correct learns it. In addition, every synapse is reinforced at random times, at a rate per
// presentation that grows from epoch to epoch: hot at first, frozen in the end. Some bits of a pattern may be
// flipped whenever it is presented.
struct TrainingOptions {
  std::string dataset = "mnist";
  std::string preset = "small";
  std::string features{kAutoText};  // as text, of one or more voters, see FeatureSpec
  std::optional<std::int64_t> k1 = {};
  std::optional<std::int64_t> k2 = {};
  std::optional<std::int64_t> robustness = {};
  std::optional<double> reinforcement = {};  // expected number per synapse and presentation, at first
  std::optional<double> growth = {};         // factor from one epoch to the next
  std::optional<double> flip = {};           // probability of a flip, per bit and presentation
  std::optional<std::int64_t> epochs = {};
  std::string size_limit{kNoLimit};  // of the model file, see parse_bytes; k1 and k2 shrink to it
  std::string views{kNoViews};       // of images when the model classifies them, see parse_views
  std::uint64_t validation = 0;
  std::optional<std::int64_t> batch = {};  // no preset has one: the trainer chooses
  std::uint64_t seed = 1;                  // not in the table: each caller has its own seed

  bool operator==(const TrainingOptions&) const = default;
};

const OptionTable<TrainingOptions>& training_options();

// Some of the options with their values, in the given order.
std::vector<std::pair<std::string, OptionValue>> chosen(const TrainingOptions& options,
                                                        std::initializer_list<std::string_view> names);

// The options of each voter, with its features and its own seed: that of the options for the first.
std::vector<TrainingOptions> options_of_voters(const TrainingOptions& options);

// Everything that determines the weights, so that a checkpoint is not resumed with other options. The number
// of epochs is not part of it, because a training may be extended.
std::string job_text(const TrainingOptions& options);

}  // namespace bitbasin
