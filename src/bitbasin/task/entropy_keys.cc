// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/entropy_keys.h"

namespace bitbasin {

void describe_entropy(const MeasuredEntropy& measured, Json& keys) {
  Json list = Json::array();
  for (const EntropyPoint& point : measured.points) {
    list.push_back({{"d", point.distance},
                    {"gamma", number_or_null(point.gamma)},
                    {"entropy", number_or_null(point.entropy)},
                    {"bound", entropy_of_all_configurations(point.distance)},
                    {"converged", point.converged}});
  }
  keys["points"] = std::move(list);
  keys["bethe_entropy"] = number_or_null(measured.bethe.entropy);
  keys["bethe_converged"] = measured.bethe.converged;
}

}  // namespace bitbasin
