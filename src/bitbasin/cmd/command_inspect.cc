// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <filesystem>
#include <memory>
#include <string>

#include "bitbasin/base/counted.h"
#include "bitbasin/cmd/confusion.h"
#include "bitbasin/network/model_file.h"

namespace bitbasin {
namespace {

struct InspectFlags {
  std::string model;
};

struct PartText {
  std::string kind;
  std::size_t count;
  std::string text;
};

PartText describe_part(const FeatureMap::Part& part) {
  if (const auto* linear = std::get_if<LinearBits>(&part)) {
    return {"linear", linear->outputs, counted(linear->outputs, "linear unit")};
  }
  if (const auto* patches = std::get_if<PatchBits>(&part)) {
    const PatchFilters& filters = patches->filters;
    return {"patches", patches->outputs(),
            fmt::format("{} of {} of {} x {} in {} x {} cells", counted(patches->outputs(), "bit"),
                        counted(filters.count, "patch filter"), filters.size, filters.size, patches->cells,
                        patches->cells)};
  }
  if (const auto* bits = std::get_if<BitPatches>(&part)) {
    const BitDetectors& detectors = bits->detectors;
    return {"bitpatches", bits->outputs(),
            fmt::format("{} of {} of {} x {} bits in {} x {} cells", counted(bits->outputs(), "bit"),
                        counted(detectors.filters.size(), "filter"), detectors.size, detectors.size,
                        bits->cells, bits->cells)};
  }
  if (const auto* levels = std::get_if<PixelLevels>(&part)) {
    return {"levels", levels->outputs(), counted(levels->outputs(), "pixel level")};
  }
  if (const auto* products = std::get_if<BitProducts>(&part)) {
    return {"products", products->outputs(), counted(products->outputs(), "product")};
  }
  const auto& thresholds = std::get<PixelThresholds>(part);
  return {"pixels", thresholds.pixels.size(),
          fmt::format("{} above {}", counted(thresholds.pixels.size(), "pixel"), thresholds.level)};
}

// A sum of bytes that ends with that of the file, before compression.
void inspect_bytes(const Model& model, const ModelBytes& bytes, Session& session) {
  std::string text = fmt::format("{} images", bytes.images);
  for (std::size_t p = 0; p < bytes.features.size(); ++p) {
    text += fmt::format(" + {} {}", bytes.features[p], describe_part(model.features.parts[p]).kind);
  }
  std::string voters;
  for (const std::size_t voter : bytes.others) voters += fmt::format(" + {} voter", voter);
  session.output.line("bytes       {} + {} network + {} record{} + {} seal = {}", text, bytes.network,
                      bytes.record, voters, bytes.seal, bytes.total());
  session.output.result["bytes"] = {{"images", bytes.images},   {"features", bytes.features},
                                    {"network", bytes.network}, {"record", bytes.record},
                                    {"voters", bytes.others},   {"seal", bytes.seal},
                                    {"total", bytes.total()}};
}

Json parts_json(const FeatureMap& map) {
  Json parts = Json::array();
  for (const FeatureMap::Part& part : map.parts) {
    const PartText description = describe_part(part);
    parts.push_back({{"kind", description.kind}, {"count", description.count}});
  }
  return parts;
}

std::string in_words(const FeatureMap& map) {
  std::string text;
  for (const FeatureMap::Part& part : map.parts) {
    text += (text.empty() ? "" : " and ") + describe_part(part).text;
  }
  return text;
}

void inspect_features(const FeatureMap& map, Session& session) {
  Json& result = session.output.result;
  result["rows"] = map.rows;
  result["columns"] = map.columns;
  result["scaled"] = !map.scaling.empty();
  result["deskew"] = map.deskew;
  result["depth"] = map.depth;
  result["features"] = parts_json(map);
  session.output.line("images      {} x {}{}", map.rows, map.columns,
                      map.scaling.empty() ? "" : ", numbers scaled to pixels column by column");
  session.output.line("features    {} of {}: {}{}", counted(map.outputs(), "input"),
                      counted(map.depth, "bit"), map.deskew ? "deskewed, " : "", in_words(map));
}

// Those after the first, which has the lines and keys of a single network.
void inspect_voters(const std::vector<Voter>& others, Session& session) {
  Json& voters = session.output.result["other_voters"] = Json::array();
  for (const Voter& voter : others) {
    const FeatureMap& map = voter.features;
    voters.push_back({{"deskew", map.deskew},
                      {"features", parts_json(map)},
                      {"n", map.outputs()},
                      {"synapses", voter.network.shape.synapses()}});
    session.output.line("voter       {}: {}{}, {}", counted(map.outputs(), "input"),
                        map.deskew ? "deskewed, " : "", in_words(map),
                        counted(voter.network.shape.synapses(), "binary synapse"));
  }
}

void inspect_network(const CommitteeShape& shape, Session& session) {
  Json& result = session.output.result;
  result["n"] = shape.inputs;
  result["k1"] = shape.units;
  result["k2"] = shape.committees;
  result["labels"] = shape.labels;
  result["synapses"] = shape.synapses();
  session.output.line("network     {} of {} (K2, K1), {}, {}", counted(shape.committees, "committee"),
                      counted(shape.units, "perceptron"), counted(shape.labels, "label"),
                      counted(shape.synapses(), "binary synapse"));
}

double rate(std::uint64_t errors, std::uint64_t patterns) {
  return patterns == 0 ? 0 : static_cast<double>(errors) / static_cast<double>(patterns);
}

void inspect_record(const TrainingRecord& record, std::size_t labels, Session& session) {
  Json options = Json::object();
  session.output.line("trained     by bitbasin {} on {}, seed {}, {}", record.version, record.data_set,
                      record.seed, counted(record.epochs, "epoch"));
  for (const auto& [name, text] : record.options) {
    options[name] = text;
    session.output.line("  {:<14} {}", name, text);
  }
  session.output.line("training    {} in {}", counted(record.train_errors, "error"),
                      counted(record.train_patterns, "image"));
  if (record.test_patterns > 0) {
    session.output.line("test        {} in {} ({:.2f} %)", counted(record.test_errors, "error"),
                        counted(record.test_patterns, "image"),
                        100 * rate(record.test_errors, record.test_patterns));
  }
  Json& result = session.output.result;
  result["trained_by"] = record.version;
  result["data_set"] = record.data_set;
  result["train_seed"] = record.seed;
  result["epochs"] = record.epochs;
  result["options"] = std::move(options);
  result["train_patterns"] = record.train_patterns;
  result["train_errors"] = record.train_errors;
  result["test_patterns"] = record.test_patterns;
  result["test_errors"] = record.test_errors;
  result["test_error"] = rate(record.test_errors, record.test_patterns);
  result["confusion"] = confusion_json(record.confusion, labels);
  if (!record.confusion.empty() && labels <= 20) {  // wider tables are unreadable
    session.output.text(confusion_table(record.confusion, labels));
  }
}

ExitCode run(const InspectFlags& flags, Session& session) {
  const Model model = read_model(flags.model);
  const std::string checksum = model_checksum(model);
  const auto bytes = std::filesystem::file_size(flags.model);
  Json& result = session.output.result;
  result["model"] = flags.model;
  result["format"] = format_version(model);
  result["model_bytes"] = bytes;
  result["checksum"] = checksum;
  session.output.line("model       {} (format {}, {} bytes)", flags.model, format_version(model), bytes);
  session.output.line("SHA-256     {}", checksum);
  inspect_bytes(model, count_bytes(model), session);
  inspect_features(model.features, session);
  inspect_network(model.network.shape, session);
  inspect_voters(model.others, session);
  result["views"] = to_string(model.views);
  if (model.views.any()) {
    session.output.line("views       {}: the sums of {} views of an image are added", to_string(model.views),
                        list_views(model.views).size());
  }
  inspect_record(model.record, model.network.shape.labels, session);
  return session.finish(StopReason::none);
}

}  // namespace

void add_inspect(Command& root) {
  const auto flags = std::make_shared<InspectFlags>();
  Command command = root.add_command(
      "inspect", "show what is in a model file: bytes of its parts, options, checksum, errors by class",
      {"bitbasin generate images --out letters",
       "bitbasin train --dataset letters --features threshold --epochs 10 --save letters.model",
       "bitbasin inspect letters.model"},
      [flags](Session& session) { return run(*flags, session); });
  command.add_file("model", flags->model, "a model file", true);
}

}  // namespace bitbasin
