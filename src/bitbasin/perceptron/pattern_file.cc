// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/pattern_file.h"

#include <utility>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/byte_reader.h"
#include "bitbasin/data/npy_header.h"
#include "bitbasin/data/npy_signs.h"
#include "bitbasin/data/pattern_text.h"
#include "bitbasin/data/weights.h"

namespace bitbasin {

PerceptronInstance read_instance(const std::string& path, const std::string& labels_path) {
  ByteReader reader(path);
  if (reader.starts_with(kNpyMagic)) {
    if (labels_path.empty()) fail("expected a file of labels for the NPY patterns {}, got none", path);
    BitVector labels = read_weights(labels_path);
    BitMatrix patterns = parse_npy_sign_matrix(reader);
    if (labels.size() != patterns.rows()) {
      fail("expected {}, one for each pattern in {}, but {} has {}", counted(patterns.rows(), "label"), path,
           labels_path, labels.size());
    }
    return instance_from_patterns(std::move(patterns), std::move(labels));
  }
  if (!labels_path.empty()) {
    fail("expected no file of labels for the pattern text {}, whose first line holds them, got {}", path,
         labels_path);
  }
  LabelledPatterns data = parse_pattern_text(reader);
  return instance_from_patterns(std::move(data.patterns), std::move(data.labels));
}

void write_instance(const std::string& path, const std::string& labels_path,
                    const PerceptronInstance& instance) {
  const bool npy = names_npy(path);
  if (npy && labels_path.empty()) fail("expected a file name for the labels of {}, got none", path);
  if (!npy && !labels_path.empty()) {
    fail("expected no file of labels for the pattern text {}, whose first line holds them, got {}", path,
         labels_path);
  }
  if (instance.patterns() == 0) fail("expected at least one pattern to write to {}, got none", path);
  if (!npy) {
    write_pattern_text(path, {original_patterns(instance), instance.labels});
    return;
  }
  AtomicFile patterns(path);
  AtomicFile labels(labels_path);
  format_npy_signs([&](std::string_view bytes) { patterns.write(bytes); }, original_patterns(instance));
  format_weights([&](std::string_view bytes) { labels.write(bytes); }, instance.labels,
                 names_npy(labels_path));
  patterns.commit();
  labels.commit();
}

}  // namespace bitbasin
