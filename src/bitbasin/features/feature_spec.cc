// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/feature_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/base/find_named.h"
#include "bitbasin/base/read_options.h"
#include "bitbasin/base/spec.h"
#include "bitbasin/base/split.h"

namespace bitbasin {
namespace {

// "rbm:501:epochs=20" as the spec "rbm:hidden=501,epochs=20" of the option tables.
Spec stage_spec(std::string_view text) {
  const std::vector<std::string_view> words = split(text, ':');
  const FeatureStage& stage =
      find_named(std::span<const FeatureStage>(feature_stages()), &FeatureStage::name, words[0], "stages");
  if (words.size() > 1 && stage.options.empty()) {
    fail("{} has no options, got {}", stage.name, quote(words[1]));
  }
  std::string spec = stage.name;
  for (std::size_t i = 1; i < words.size(); ++i) {
    spec += i == 1 ? ':' : ',';
    const bool is_size = i == 1 && words[i].find('=') == std::string_view::npos;
    if (is_size) spec += stage.size_option + '=';
    spec += words[i];
  }
  return parse_spec(spec);
}

struct DepthOptions {
  std::int64_t bits = 2;
};
const OptionTable<DepthOptions>& depth_options() {
  static const OptionTable<DepthOptions> table{
      option("bits", &DepthOptions::bits, {1, kMostFeatureDepth}, "bits per output"),
  };
  return table;
}

void check_parity(const FeatureSpec& spec, std::string_view text) {
  std::int64_t linear = 0;
  for (const FeatureSpec::BitStage& stage : spec.bits) {
    const auto* rbm = std::get_if<RbmOptions>(&stage);
    const auto* projection = std::get_if<ProjectionOptions>(&stage);
    if (rbm == nullptr && projection == nullptr) return;
    linear += rbm != nullptr ? rbm->hidden : projection->bits;
  }
  if (linear % 2 == 0) {
    fail("expected an odd number of bits, so that no field is zero, but {} gives {}", quote(text), linear);
  }
}

// A stage in its own notation: colons instead of the commas.
template <class Options>
std::string stage_text(std::string_view name, const OptionTable<Options>& table, const Options& options) {
  std::string text = to_spec(name, table, options);
  std::ranges::replace(text, ',', ':');
  return text;
}

}  // namespace

const std::vector<FeatureStage>& feature_stages() {
  static const std::vector<FeatureStage> stages{
      {"rbm", "hidden",
       "bits are the hidden units of a restricted Boltzmann machine, on if that is more likely than off",
       describe(rbm_options())},
      {"patches", "filters",
       "bits say how well small filters, learned from patches of the images, fit somewhere in a cell of a "
       "grid",
       describe(patch_options())},
      {"bitpatches", "filters",
       "like patches, but of pixels that are bits and with filters of bits: much faster, less exact",
       describe(bit_patch_options())},
      {"project", "bits", "bits say on which side of the mean an image lies along random directions",
       describe(projection_options())},
      {"threshold", "level", "bits are the pixels above a level, without those that hardly ever change",
       describe(threshold_options())},
      {"quantiles", "levels",
       "bits compare each number with levels that divide the training set into equal parts; for tables",
       describe(quantile_options())},
      {"products", "distances",
       "bits are products of two of all other bits, as numbers of +1 and -1: they say what goes together",
       describe(product_options())},
      {"deskew", "", "shears every image upright and centres it, before all other stages", {}},
      {"depth", "bits",
       "gives each output several bits that share a synapse: the probability of a unit of the machine in "
       "steps",
       describe(depth_options())},
      {"augment", "copies", "adds deformed copies of the training images", describe(augment_options())},
  };
  return stages;
}

FeatureSpec parse_feature_spec(std::string_view text) {
  FeatureSpec spec;
  std::set<std::string> seen;
  for (const std::string_view stage : split(text, ',')) {
    const Spec words = stage_spec(stage);
    // Patches of several sizes see an image at several scales.
    const bool repeatable = words.name == "patches" || words.name == "bitpatches";
    if (const std::string once = repeatable ? std::string(stage) : words.name; !seen.insert(once).second) {
      fail("each stage of features may be given only once: {} is given twice", once);
    }
    if (words.name == "deskew") spec.deskew = true;
    if (words.name == "depth") spec.depth = read_options(depth_options(), words).bits;
    if (words.name == "augment") spec.augment = read_options(augment_options(), words);
    if (words.name == "rbm") spec.bits.emplace_back(read_options(rbm_options(), words));
    if (words.name == "patches") spec.bits.emplace_back(read_options(patch_options(), words));
    if (words.name == "bitpatches") spec.bits.emplace_back(read_options(bit_patch_options(), words));
    if (words.name == "project") spec.bits.emplace_back(read_options(projection_options(), words));
    if (words.name == "threshold") spec.bits.emplace_back(read_options(threshold_options(), words));
    if (words.name == "quantiles") spec.bits.emplace_back(read_options(quantile_options(), words));
    if (words.name == "products") spec.bits.emplace_back(read_options(product_options(), words));
  }
  if (spec.bits.empty()) {
    fail(
        "expected a stage that makes bits (rbm, patches, bitpatches, project, threshold or quantiles), got "
        "{}",
        quote(text));
  }
  const auto no_product = [](const auto& stage) { return !std::holds_alternative<ProductOptions>(stage); };
  const auto products = std::stable_partition(spec.bits.begin(), spec.bits.end(), no_product);
  if (products == spec.bits.begin()) {
    fail("products: expected another stage whose bits they multiply, got {}", quote(text));
  }
  if (products != spec.bits.end() && spec.depth > 1) {
    fail("products: expected inputs of 1 bit, got {}",
         counted(static_cast<std::uint64_t>(spec.depth), "bit"));
  }
  check_parity(spec, text);
  return spec;
}

std::string to_string(const FeatureSpec& spec) {
  std::string text = spec.deskew ? "deskew," : "";
  if (spec.depth > 1) text += fmt::format("depth:{},", spec.depth);
  if (spec.augment) text += stage_text("augment", augment_options(), *spec.augment) + ',';
  struct Print {
    std::string operator()(const RbmOptions& o) const { return stage_text("rbm", rbm_options(), o); }
    std::string operator()(const PatchOptions& o) const { return stage_text("patches", patch_options(), o); }
    std::string operator()(const BitPatchOptions& o) const {
      return stage_text("bitpatches", bit_patch_options(), o);
    }
    std::string operator()(const ProjectionOptions& o) const {
      return stage_text("project", projection_options(), o);
    }
    std::string operator()(const ThresholdOptions& o) const {
      return stage_text("threshold", threshold_options(), o);
    }
    std::string operator()(const QuantileOptions& o) const {
      return stage_text("quantiles", quantile_options(), o);
    }
    std::string operator()(const ProductOptions& o) const {
      return stage_text("products", product_options(), o);
    }
  };
  for (const FeatureSpec::BitStage& stage : spec.bits) text += std::visit(Print{}, stage) + ',';
  text.pop_back();
  return text;
}

std::vector<FeatureSpec> parse_voter_specs(std::string_view text) {
  std::vector<FeatureSpec> voters;
  for (const std::string_view voter : split(text, '+')) {
    voters.push_back(parse_feature_spec(voter));
    if (voters.back().depth != voters.front().depth) {
      fail("expected voters whose inputs all have {} as in the first, got {}",
           counted(static_cast<std::uint64_t>(voters.front().depth), "bit"), quote(voter));
    }
  }
  return voters;
}

std::string to_string(std::span<const FeatureSpec> voters) {
  std::string text;
  for (const FeatureSpec& voter : voters) text += (text.empty() ? "" : "+") + to_string(voter);
  return text;
}

}  // namespace bitbasin
