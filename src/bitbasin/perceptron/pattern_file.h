// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// Reads an instance. Which format the file has shows in its first bytes: pattern text holds patterns and
// labels; an NPY array holds the patterns, one per row, and needs a second file for the labels, text or NPY.
// All may be gzip.
PerceptronInstance read_instance(const std::string& path, const std::string& labels_path = "");

// Writes the patterns as they were before their labels were absorbed: as NPY when `path` ends in .npy (or
// .npy.gz), with the labels in `labels_path`, else as text. Two files appear both or not at all, unless the
// second rename fails.
void write_instance(const std::string& path, const std::string& labels_path,
                    const PerceptronInstance& instance);

}  // namespace bitbasin
