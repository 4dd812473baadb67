// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "bitbasin/base/options.h"

namespace bitbasin {

// Where a solver keeps its patterns and multiplies with them. Results do not depend on it.
enum class Device { cpu, cuda };

// How users name one; auto is a GPU where there is one and the size is worth it.
struct DeviceOptions {
  std::optional<Device> device;
};

inline const OptionTable<DeviceOptions>& device_options() {
  static const OptionTable<DeviceOptions> table{
      option("device", &DeviceOptions::device, {{"cpu", Device::cpu}, {"cuda", Device::cuda}},
             "where to run; auto: on a GPU if there is one and the size is worth it"),
  };
  return table;
}

}  // namespace bitbasin
