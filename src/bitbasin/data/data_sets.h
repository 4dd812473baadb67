// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "bitbasin/data/image_set.h"

namespace bitbasin {

// A data set that has a name: four files and the SHA-256 of what they hold.
struct KnownFile {
  std::string_view name;
  std::string_view sha256;
};
struct KnownDataSet {
  std::string_view name;
  std::string_view meaning;
  std::array<KnownFile, 4> files;
};
std::span<const KnownDataSet> known_data_sets();

// Where data sets are kept: $BITBASIN_DATA, $XDG_DATA_HOME/bitbasin or .local/share/bitbasin in $HOME, the
// first that is set.
std::string data_home();

// The folder of a known data set below `home`.
std::string folder_of(const KnownDataSet& set, const std::string& home);

// The folder of a data set: below data_home() for a known name, otherwise the name itself is the folder.
// Fails with a sentence that says which files to put where.
std::string find_data_set(const std::string& name);
DataSet load_data_set(const std::string& name);

// "put train-images-idx3-ubyte, ... and t10k-labels-idx1-ubyte, plain or .gz, into FOLDER".
std::string where_to_put(const KnownDataSet& set, const std::string& folder);

// The first file that is missing or has other content than expected; empty if all are right.
std::string first_wrong_file(const KnownDataSet& set, const std::string& folder);

}  // namespace bitbasin
