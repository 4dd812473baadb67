// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/data/data_sets.h"

namespace bitbasin {

// The commands that fetch a data set, for people: package managers, so that their own settings (mirrors,
// proxies, offline caches) are used.
std::vector<std::string> fetch_commands(const KnownDataSet& set);

// Fetches a data set into `folder`, which appears whole and verified or not at all. `on_command` is
// called with each command before it runs. Throws Stopped if the control stops it.
void fetch_data(const KnownDataSet& set, const std::string& folder, RunControl& control,
                const std::function<void(std::string_view)>& on_command);

struct FetchedDataSet {
  std::string folder;
  bool fetched = false;  // false: it was already there
};

// Fetches a data set into its folder below `home`, or verifies its checksums if it is already there.
FetchedDataSet fetch_data_set(const KnownDataSet& set, const std::string& home, RunControl& control,
                              const std::function<void(std::string_view)>& on_command);

}  // namespace bitbasin
