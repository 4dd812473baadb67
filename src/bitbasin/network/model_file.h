// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bitbasin/data/binary_fields.h"
#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/byte_sink.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/data/sealed_file.h"
#include "bitbasin/features/feature_map.h"
#include "bitbasin/features/images/views.h"
#include "bitbasin/network/committee_array.h"

namespace bitbasin {

// How a model was made, and how well it did: shown by `inspect`, not used for predictions.
struct TrainingRecord {
  std::string version;   // of the program
  std::string data_set;  // its name as given
  std::uint64_t seed = 0;
  std::uint64_t epochs = 0;
  std::vector<std::pair<std::string, std::string>> options;  // name and canonical text
  std::uint64_t train_patterns = 0;
  std::uint64_t train_errors = 0;
  std::uint64_t test_patterns = 0;
  std::uint64_t test_errors = 0;
  std::vector<std::uint32_t> confusion;  // of the test set, [right label][answer] row by row; may be empty

  bool operator==(const TrainingRecord&) const = default;
};

// A network and what it sees.
struct Voter {
  FeatureMap features;
  CommitteeArray network;

  bool operator==(const Voter&) const = default;
};

// Raw images in, labels out. If there are other voters, or several views of an image, all S_l are added. The
// voters take the same images and have the same sizes but for the number of inputs.
struct Model {
  FeatureMap features;
  CommitteeArray network;
  TrainingRecord record;
  std::vector<Voter> others = {};
  ImageViews views = {};

  bool operator==(const Model&) const = default;
};

// Calls use(features, network) for each voter.
template <class Use>
void for_each_voter(const Model& model, Use use) {
  use(model.features, model.network);
  for (const Voter& voter : model.others) use(voter.features, voter.network);
}

// The sums of one network over all views, a row per image.
std::vector<int> sum_views(const FeatureMap& features, const CommitteeArray& network, const ImageViews& views,
                           const ImageSet& images, int threads);

// Those of all voters.
std::vector<int> sum_votes(const Model& model, const ImageSet& images, int threads);

std::vector<std::uint16_t> predict(const Model& model, const ImageSet& images, int threads);

// Lets the networks of another model vote with those of a model, if why_not_together() has nothing against
// it. Errors were counted before, and leave the record, which names the features of all.
void add_voters(Model& model, Model other);

// Lets a model look at images in other views than before. Its errors, which were counted with those, leave
// the record. Fails if the images have no rows and columns.
void change_views(Model& model, const ImageViews& views);

// A sentence about voters or views if there is more to an answer than one look by one network, else nothing.
std::string why_not_one_look(const Model& model);

// A sentence unless both take the same images in the same views and have the same sizes but for the number of
// inputs.
std::string why_not_together(const Model& model, const Model& other);

// A sealed file (doc/reference/formats.md), little-endian. `path` may end in .gz. Models with views have
// version 2, and all others version 1, which older programs can read.
inline constexpr SealedFormat kModelFormat{"bitbasin-model\n", "model", 2, 1};
std::uint32_t format_version(const Model& model);

Model parse_model(ByteReader& reader);
Model read_model(const std::string& path);
void format_model(const ByteSink& sink, const Model& model);
void write_model(const std::string& path, const Model& model);

// The digest at the end of the file, in hexadecimal.
std::string model_checksum(const Model& model);

// The bytes of each part of the file, in its order.
struct ModelBytes {
  std::size_t images = 0;             // their size, scaling, deskewing and views
  std::vector<std::size_t> features;  // of each part of the feature map
  std::size_t network = 0;
  std::size_t record = 0;
  std::vector<std::size_t> others = {};  // of each further voter
  std::size_t seal = 0;                  // before and after all others

  std::size_t total() const;
};
ModelBytes count_bytes(const Model& model);

// Those of the network, which its shape determines.
std::size_t network_bytes(const CommitteeShape& shape);

// The content alone, without header and checksum.
Model parse_model_content(ByteReader& reader, std::uint32_t version);
std::string model_content(const Model& model);

// A network of known inputs as a part of other files.
void put_network(BinaryWriter& writer, const CommitteeArray& network);
CommitteeArray take_network(BinaryReader& reader, std::size_t inputs, std::size_t depth);

// Voters up to the end of a file, which must be like the first.
void put_voters(BinaryWriter& writer, const std::vector<Voter>& voters);
std::vector<Voter> take_voters(BinaryReader& reader, const FeatureMap& features, const CommitteeShape& shape);

}  // namespace bitbasin
