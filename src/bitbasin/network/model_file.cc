// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/model_file.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <numeric>
#include <utility>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/sealed_file.h"
#include "bitbasin/network/classify.h"

#include "bitbasin/features/feature_map_bytes.h"

namespace bitbasin {

static_assert(kMostFeatureDepth == kMostDepth, "what a map can make, a network can take");

namespace {

// Eight bits to a byte, the first in the lowest; each row starts with a new byte.
void put_bits(BinaryWriter& writer, const BitMatrix& bits) {
  for (std::size_t r = 0; r < bits.rows(); ++r) {
    for (std::size_t c = 0; c < bits.cols(); c += 8) {
      writer.put(static_cast<std::uint8_t>(bits.row(r)[c / kWordBits] >> c % kWordBits));
    }
  }
}

BitMatrix take_bits(BinaryReader& reader, std::size_t rows, std::size_t cols) {
  const std::size_t row_bytes = (cols + 7) / 8;
  const auto bytes = reader.take_all<std::uint8_t>(rows * row_bytes);
  BitMatrix bits(rows, cols);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t b = 0; b < row_bytes; ++b) {
      bits.row(r)[b / 8] |= std::uint64_t{bytes[r * row_bytes + b]} << 8 * (b % 8);
    }
    if ((bits.row(r)[(cols - 1) / kWordBits] & ~last_word_mask(cols)) != 0) {
      reader.source().fail_here("expected zeros after the {} bits of row {}, found ones", cols, r);
    }
  }
  return bits;
}

// Nothing if there are none, as in files of version 1.
void put_views(BinaryWriter& writer, const ImageViews& views) {
  if (views.any()) writer.put(static_cast<std::uint8_t>((views.shifts ? 1 : 0) + (views.mirror ? 2 : 0)));
}

ImageViews take_views(BinaryReader& reader) {
  const auto views = reader.take_within<std::uint8_t>("a mark of views", 1, 3);
  return {(views & 1) != 0, (views & 2) != 0};
}

void put_record(BinaryWriter& writer, const TrainingRecord& record) {
  writer.put_text(record.version);
  writer.put_text(record.data_set);
  writer.put(record.seed);
  writer.put(record.epochs);
  writer.put(static_cast<std::uint32_t>(record.options.size()));
  for (const auto& [name, text] : record.options) {
    writer.put_text(name);
    writer.put_text(text);
  }
  for (const std::uint64_t count :
       {record.train_patterns, record.train_errors, record.test_patterns, record.test_errors}) {
    writer.put(count);
  }
  writer.put(static_cast<std::uint8_t>(record.confusion.empty() ? 0 : 1));
  writer.put_all<std::uint32_t>(record.confusion);
}

TrainingRecord take_record(BinaryReader& reader, std::size_t labels) {
  TrainingRecord record;
  record.version = reader.take_text();
  record.data_set = reader.take_text();
  record.seed = reader.take<std::uint64_t>();
  record.epochs = reader.take<std::uint64_t>();
  constexpr std::uint32_t kMostOptions = 1000;
  const auto options = reader.take_within<std::uint32_t>("a number of options", 0, kMostOptions);
  for (std::uint32_t i = 0; i < options; ++i) {
    std::string name = reader.take_text();
    record.options.emplace_back(std::move(name), reader.take_text());
  }
  for (std::uint64_t* count :
       {&record.train_patterns, &record.train_errors, &record.test_patterns, &record.test_errors}) {
    *count = reader.take<std::uint64_t>();
  }
  if (reader.take_within<std::uint8_t>("a mark of a confusion matrix", 0, 1) == 1) {
    record.confusion = reader.take_all<std::uint32_t>(labels * labels);
  }
  return record;
}

void forget_test(TrainingRecord& record) {
  record.test_patterns = 0;
  record.test_errors = 0;
  record.confusion.clear();
}

// The text of the features, if the record has it.
std::string* find_features(TrainingRecord& record) {
  const auto found = std::ranges::find(record.options, "features", [](const auto& o) { return o.first; });
  return found == record.options.end() ? nullptr : &found->second;
}

// Whether a network can vote with one on another map, of another shape.
bool can_vote(const FeatureMap& features, const CommitteeShape& shape, const FeatureMap& other_features,
              const CommitteeShape& other_shape) {
  CommitteeShape same = shape;
  same.inputs = other_shape.inputs;
  return other_features.rows == features.rows && other_features.columns == features.columns &&
         other_features.scaling == features.scaling && other_shape == same;
}

}  // namespace

void put_network(BinaryWriter& writer, const CommitteeArray& network) {
  writer.put(static_cast<std::uint32_t>(network.shape.units));
  writer.put(static_cast<std::uint32_t>(network.shape.committees));
  writer.put(static_cast<std::uint32_t>(network.shape.labels));
  put_bits(writer, network.outputs);
  put_bits(writer, network.weights);
}

CommitteeArray take_network(BinaryReader& reader, std::size_t inputs, std::size_t depth) {
  CommitteeArray network;
  CommitteeShape& shape = network.shape;
  shape.inputs = inputs;
  shape.depth = depth;
  shape.units = reader.take<std::uint32_t>();
  shape.committees = reader.take<std::uint32_t>();
  shape.labels = reader.take<std::uint32_t>();
  if (const std::string sentence = what_is_wrong(shape); !sentence.empty()) {
    reader.source().fail_here("{}", sentence);
  }
  network.outputs = take_bits(reader, shape.labels, shape.committees);
  network.weights = take_bits(reader, shape.all_units(), shape.inputs);
  return network;
}

std::vector<std::uint16_t> predict(const Model& model, const ImageSet& images, int threads) {
  if (model.others.empty() && !model.views.any()) {
    return classify(model.network, FeatureEncoder(model.features).encode(images, threads), threads);
  }
  return best_labels(sum_votes(model, images, threads), model.network.shape.labels);
}

std::vector<int> sum_views(const FeatureMap& features, const CommitteeArray& network, const ImageViews& views,
                           const ImageSet& images, int threads) {
  const FeatureEncoder encoder(features);
  if (!views.any()) return sum_labels(network, encoder.encode(images, threads), threads);
  if (images.size() > 0 && images.inputs() != features.inputs()) {
    fail("expected images of {} x {} pixels, got {} x {}", features.rows, features.columns, images.rows,
         images.columns);
  }
  constexpr std::size_t kAtOnce = 4096;  // images: enough that preparing the weights takes no time
  std::vector<int> sums;
  for (std::size_t first = 0; first < images.size(); first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, images.size() - first);
    const auto begin = images.pixels.begin() + static_cast<std::ptrdiff_t>(first * images.inputs());
    const auto end = begin + static_cast<std::ptrdiff_t>(count * images.inputs());
    // Rows of numbers become images.
    const ImageSet some{features.rows, features.columns, 0, {begin, end}, {}};
    const BitMatrix bits = encoder.encode(all_views(some, views, threads), threads);
    const std::vector<int> more = sum_versions(network, bits, count, threads);
    sums.insert(sums.end(), more.begin(), more.end());
  }
  return sums;
}

std::vector<int> sum_votes(const Model& model, const ImageSet& images, int threads) {
  std::vector<int> sums;
  for_each_voter(model, [&](const FeatureMap& features, const CommitteeArray& network) {
    add_votes(sums, sum_views(features, network, model.views, images, threads));
  });
  return sums;
}

void add_voters(Model& model, Model other) {
  assert(why_not_together(model, other).empty());
  TrainingRecord& record = model.record;
  forget_test(record);
  record.train_patterns = 0;
  record.train_errors = 0;
  std::string* features = find_features(record);
  const std::string* more = find_features(other.record);
  if (features != nullptr && more != nullptr) *features += "+" + *more;
  model.others.push_back({std::move(other.features), std::move(other.network)});
  std::ranges::move(other.others, std::back_inserter(model.others));
}

void change_views(Model& model, const ImageViews& views) {
  check_views_size(views, model.features.rows, model.features.columns);
  if (views == model.views) return;
  model.views = views;
  forget_test(model.record);
}

std::string why_not_one_look(const Model& model) {
  if (!model.others.empty()) {
    return fmt::format("expected a single network, got {} voters", model.others.size() + 1);
  }
  if (model.views.any()) {
    return fmt::format("expected a model that looks at an image once, got the views {}",
                       to_string(model.views));
  }
  return {};
}

std::string why_not_together(const Model& model, const Model& other) {
  if (model.features.scaling != other.features.scaling) {
    return "expected numbers that become pixels as those of the first model, got others";
  }
  const auto sizes = [](const Model& m) {
    const CommitteeShape& shape = m.network.shape;
    return fmt::format("{} x {} pixels, {} labels, {} x {} perceptrons and inputs of {}, views: {}",
                       m.features.rows, m.features.columns, shape.labels, shape.units, shape.committees,
                       counted(shape.depth, "bit"), to_string(m.views));
  };
  if (can_vote(model.features, model.network.shape, other.features, other.network.shape) &&
      model.views == other.views) {
    return {};
  }
  return fmt::format("expected a model of {}, got {}", sizes(model), sizes(other));
}

std::uint32_t format_version(const Model& model) {
  return model.views.any() ? 2 : 1;
}

void put_voters(BinaryWriter& writer, const std::vector<Voter>& voters) {
  for (const Voter& voter : voters) {
    put_feature_map(writer, voter.features);
    put_network(writer, voter.network);
  }
}

std::vector<Voter> take_voters(BinaryReader& reader, const FeatureMap& features,
                               const CommitteeShape& shape) {
  std::vector<Voter> voters;
  while (reader.source().peek() != ByteReader::kEnd) {
    Voter voter;
    voter.features = take_feature_map(reader);
    voter.network = take_network(reader, voter.features.outputs(), voter.features.depth);
    if (!can_vote(features, shape, voter.features, voter.network.shape)) {
      reader.source().fail_here("expected a voter with the sizes of the first, found others");
    }
    voters.push_back(std::move(voter));
  }
  return voters;
}

std::string model_content(const Model& model) {
  BinaryWriter writer;
  put_views(writer, model.views);
  put_feature_map(writer, model.features);
  put_network(writer, model.network);
  put_record(writer, model.record);
  put_voters(writer, model.others);
  return writer.bytes();
}

std::size_t network_bytes(const CommitteeShape& shape) {
  const auto row_bytes = [](std::size_t bits) { return (bits + 7) / 8; };
  return 3 * sizeof(std::uint32_t) + shape.labels * row_bytes(shape.committees) +
         shape.all_units() * row_bytes(shape.inputs);
}

std::size_t ModelBytes::total() const {
  const std::size_t first = std::accumulate(features.begin(), features.end(), images + network);
  return std::accumulate(others.begin(), others.end(), first + record + seal);
}

ModelBytes count_bytes(const Model& model) {
  const auto size = [](auto put) {
    BinaryWriter writer;
    put(writer);
    return writer.bytes().size();
  };
  ModelBytes bytes;
  bytes.images = size([&](BinaryWriter& writer) {
    put_views(writer, model.views);
    put_feature_map(writer, model.features);
  });
  for (const FeatureMap::Part& part : model.features.parts) {
    bytes.features.push_back(part_bytes(part));
    bytes.images -= bytes.features.back();
  }
  bytes.network = network_bytes(model.network.shape);
  bytes.record = size([&](BinaryWriter& writer) { put_record(writer, model.record); });
  for (const Voter& voter : model.others) {
    bytes.others.push_back(size([&](BinaryWriter& writer) { put_feature_map(writer, voter.features); }) +
                           network_bytes(voter.network.shape));
  }
  bytes.seal = seal(kModelFormat, {}).size();
  return bytes;
}

Model parse_model_content(ByteReader& source, std::uint32_t version) {
  BinaryReader reader(source);
  Model model;
  if (version > 1) model.views = take_views(reader);
  model.features = take_feature_map(reader);
  if (model.views.any() && (model.features.rows < 2 || model.features.columns < 2)) {
    source.fail_here("expected images of rows and columns for the views {}, got {} x {}",
                     to_string(model.views), model.features.rows, model.features.columns);
  }
  model.network = take_network(reader, model.features.outputs(), model.features.depth);
  model.record = take_record(reader, model.network.shape.labels);
  model.others = take_voters(reader, model.features, model.network.shape);
  return model;
}

namespace {

std::string sealed_model(const Model& model) {
  return seal(kModelFormat, format_version(model), model_content(model));
}

}  // namespace

Model parse_model(ByteReader& source) {
  const SealedContent content = unseal(kModelFormat, source);
  ByteReader inside(content.bytes, source.name());
  return parse_model_content(inside, content.version);
}

Model read_model(const std::string& path) {
  ByteReader reader(path);
  return parse_model(reader);
}

void format_model(const ByteSink& sink, const Model& model) {
  sink(sealed_model(model));
}

void write_model(const std::string& path, const Model& model) {
  write_file(path, [&](const ByteSink& sink) { format_model(sink, model); });
}

std::string model_checksum(const Model& model) {
  return seal_checksum(sealed_model(model));
}

}  // namespace bitbasin
