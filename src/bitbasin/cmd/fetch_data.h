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

// Fetches a data set into `folder`, which appears whole and verified or not at all. `on_command` hears of
// each command before it runs. Throws Stopped when the control says so.
void fetch_data(const KnownDataSet& set, const std::string& folder, RunControl& control,
                const std::function<void(std::string_view)>& on_command);

}  // namespace bitbasin
