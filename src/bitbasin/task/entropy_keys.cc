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
  keys["bethe_overlap"] = number_or_null(measured.bethe.overlap);
  keys["bethe_converged"] = measured.bethe.converged;
}

void describe_focusing(std::span<const MeasuredFocusing> measured, Json& keys) {
  Json list = Json::array();
  for (const MeasuredFocusing& at : measured) {
    list.push_back({{"gamma", at.point.gamma},
                    {"y", at.point.y},
                    {"free_entropy", number_or_null(at.entropy.free_entropy)},
                    {"overlap", number_or_null(at.entropy.overlap)},
                    {"d", number_or_null((1 - at.entropy.overlap) / 2)},
                    {"local_entropy", number_or_null(at.entropy.local_entropy)},
                    {"converged", at.converged}});
  }
  keys["points"] = std::move(list);
}

void describe_surveys(const MeasuredSurveys& measured, Json& keys) {
  keys["complexity"] = measured.complexity;
  keys["frozen"] = measured.frozen;
  keys["bias"] = measured.bias;
  keys["converged"] = measured.converged;
  keys["sweeps"] = measured.sweeps;
}

}  // namespace bitbasin
