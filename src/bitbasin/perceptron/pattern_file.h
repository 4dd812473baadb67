// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// Reads an instance. The first bytes of the file tell its format: pattern text holds patterns and labels; an
// NPY array holds the patterns, one per row, and needs a second file for the labels, text or NPY. All may be
// gzip.
PerceptronInstance read_instance(const std::string& path, const std::string& labels_path = "");

// Writes the patterns as they were before their labels were absorbed: as NPY when `path` ends in .npy (or
// .npy.gz), with the labels in `labels_path`, otherwise as text. Either both files appear or neither, unless
// the second rename fails.
void write_instance(const std::string& path, const std::string& labels_path,
                    const PerceptronInstance& instance);

}  // namespace bitbasin
