// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/byte_sink.h"
#include "bitbasin/data/image_set.h"
#include "bitbasin/features/feature_map.h"
#include "bitbasin/network/committee_array.h"

namespace bitbasin {

// How a model came to be, and how well it did: told by `inspect`, not used for predictions.
struct TrainingRecord {
  std::string version;   // of the program
  std::string data_set;  // as it was named
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

// Raw images in, labels out.
struct Model {
  FeatureMap features;
  CommitteeArray network;
  TrainingRecord record;

  bool operator==(const Model&) const = default;
};

std::vector<std::uint16_t> predict(const Model& model, const ImageSet& images, int threads);

// The file (doc/formats.md): a line that names the format, its version, the size of the content, the content,
// and the SHA-256 of all that. Little-endian. Damaged, cut, foreign and future files are refused with a
// sentence. `path` may end in .gz.
inline constexpr std::string_view kModelMagic = "bitbasin-model\n";
inline constexpr std::uint32_t kModelVersion = 1;

Model parse_model(ByteReader& reader);
Model read_model(const std::string& path);
void format_model(const ByteSink& sink, const Model& model);
void write_model(const std::string& path, const Model& model);

// The digest at the end of the file, in hexadecimal.
std::string model_checksum(const Model& model);

// The content alone, without what protects it.
Model parse_model_content(ByteReader& reader);
std::string model_content(const Model& model);

}  // namespace bitbasin
