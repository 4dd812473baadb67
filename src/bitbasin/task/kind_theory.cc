// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/value_list.h"
#include "bitbasin/task/task_kind.h"
#include "bitbasin/task/theory_keys.h"
#include "bitbasin/task/theory_options.h"
#include "bitbasin/task/theory_transitions.h"

namespace bitbasin {
namespace {

struct TheoryPointParameters {
  TheoryOptions theory;
  double alpha = 0.5;
  double distance = 0.05;
  std::optional<double> y;
};

const OptionTable<TheoryPointParameters>& point_options() {
  static const OptionTable<TheoryPointParameters> table([] {
    std::vector<Option<TheoryPointParameters>> all;
    append_options(all, theory_option_table(), &TheoryPointParameters::theory);
    all.push_back(option("alpha", &TheoryPointParameters::alpha, kAlphaRange, "patterns per synapse"));
    all.push_back(option("distance", &TheoryPointParameters::distance, kDistanceRange, "from W~", "d"));
    all.push_back(option("y", &TheoryPointParameters::y, {0, 1e5}, "weight of dense regions", "y"));
    return all;
  }());
  return table;
}

void complete_point(TheoryPointParameters& parameters) {
  check_theory_alpha(parameters.alpha, parameters.theory.task);
}

Json run_point(const TheoryPointParameters& parameters, RunControl& control) {
  const double distances[] = {parameters.distance};
  const auto points =
      theory_curve({parameters.theory.task, parameters.alpha, parameters.y, {1, 1}}, distances, control);
  if (points.empty()) return Json::object();  // stopped
  Json keys = to_json(points[0], parameters.theory.task);
  keys["work"] = control.spent();
  return keys;
}

constexpr std::string_view kEquilibriumAddedLater[] = {"constraint", "kappa", "units", "tree"};

void complete_equilibrium(EquilibriumParameters& parameters) {
  check(parameters);
}

Json run_equilibrium(const EquilibriumParameters& parameters, RunControl&) {
  return equilibrium_keys(parameters);
}

void complete_transitions(TransitionsParameters& parameters) {
  for (const double alpha : parse_value_list("alpha", parameters.alpha, kAlphaRange)) {
    check_theory_alpha(alpha, parameters.theory.task);
  }
}

Json run_transitions(const TransitionsParameters& parameters, RunControl& control) {
  return transition_keys(parameters, 1, control);
}

}  // namespace

TaskKind theory_kind() {
  return make_kind("theory", "one point of the large-deviation theory", 1, point_options(), complete_point,
                   no_algorithm, run_point);
}

TaskKind theory_equilibrium_kind() {
  return make_kind("theory equilibrium", "entropy and overlap of typical solutions", 1, equilibrium_options(),
                   complete_equilibrium, no_algorithm, run_equilibrium, kEquilibriumAddedLater);
}

TaskKind theory_transitions_kind() {
  return make_kind("theory transitions", "where q1 reaches S, S_I turns negative, y* diverges", 1,
                   transitions_table(), complete_transitions, no_algorithm, run_transitions);
}

}  // namespace bitbasin
