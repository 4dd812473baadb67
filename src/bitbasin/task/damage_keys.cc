// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/damage_keys.h"

#include <utility>
#include <vector>

#include "bitbasin/base/value_list.h"

namespace bitbasin {
namespace {

std::vector<double> fractions_of(const DamageOptions& options) {
  if (options.damage == DamageOptions::kNoDamage) return {};
  return parse_value_list("damage", options.damage, {0, 1});
}

}  // namespace

const OptionTable<DamageOptions>& damage_options() {
  static const OptionTable<DamageOptions> table{
      text_option("damage", &DamageOptions::damage, "values separated by commas, FIRST:LAST:COUNT, or none",
                  "fractions of the weights to flip afterwards, and to count errors again")};
  return table;
}

void check(const DamageOptions& options) {
  fractions_of(options);
}

void describe_damage(const PerceptronInstance& instance, const BitVector& weights,
                     const DamageOptions& options, std::uint64_t seed, int threads, Json& keys) {
  const std::vector<double> fractions = fractions_of(options);
  if (fractions.empty()) return;
  Json points = Json::array();
  for (const DamagePoint& point : measure_damage(instance, weights, fractions, seed, threads)) {
    Json entry{{"fraction", point.fraction},
               {"flipped", point.flipped},
               {"errors", point.errors.mean},
               {"standard_error", point.errors.standard_error}};
    if (point.generalization_error) entry["generalization_error"] = *point.generalization_error;
    points.push_back(std::move(entry));
  }
  keys["damage"] = std::move(points);
}

}  // namespace bitbasin
