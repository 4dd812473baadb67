// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/value_list.h"
#include "bitbasin/task/edges_keys.h"
#include "bitbasin/task/one_step_keys.h"
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
  bool stability = false;
};

const OptionTable<TheoryPointParameters>& point_options() {
  static const OptionTable<TheoryPointParameters> table([] {
    std::vector<Option<TheoryPointParameters>> all;
    append_options(all, theory_option_table(), &TheoryPointParameters::theory);
    all.push_back(option("alpha", &TheoryPointParameters::alpha, kAlphaRange, "patterns per synapse"));
    all.push_back(option("distance", &TheoryPointParameters::distance, kDistanceRange, "from W~", "d"));
    all.push_back(option("y", &TheoryPointParameters::y, {0, 1e5}, "weight of dense regions", "y"));
    all.push_back(option("stability", &TheoryPointParameters::stability, kStabilityMeaning));
    return all;
  }());
  return table;
}

constexpr std::string_view kPointAddedLater[] = {"stability"};

void complete_point(TheoryPointParameters& parameters) {
  check_theory_alpha(parameters.alpha, parameters.theory.task);
}

Json run_point(const TheoryPointParameters& parameters, RunControl& control) {
  const double distances[] = {parameters.distance};
  const CurveRequest request{
      parameters.theory.task, parameters.alpha, parameters.y, {1, 1}, parameters.stability};
  const auto points = theory_curve(request, distances, control);
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

void complete_one_step(OneStepParameters& parameters) {
  check_theory_alpha(parameters.alpha, LabelSource::classify);
}

Json run_one_step(const OneStepParameters& parameters, RunControl& control) {
  Json keys = one_step_keys(parameters, control);
  keys["work"] = control.spent();
  return keys;
}

void complete_edges(EdgesParameters& parameters) {
  check_theory_alpha(parameters.alpha, LabelSource::classify);
}

Json run_edges(const EdgesParameters& parameters, RunControl& control) {
  Json keys = edges_keys(parameters, 1, control);
  keys["work"] = control.spent();
  return keys;
}

}  // namespace

TaskKind theory_kind() {
  return make_kind("theory", "one point of the large-deviation theory", 1, point_options(), complete_point,
                   no_algorithm, run_point, kPointAddedLater);
}

TaskKind theory_equilibrium_kind() {
  return make_kind("theory equilibrium", "entropy and overlap of typical solutions", 1, equilibrium_options(),
                   complete_equilibrium, no_algorithm, run_equilibrium, kEquilibriumAddedLater);
}

TaskKind theory_transitions_kind() {
  return make_kind("theory transitions", "where q1 reaches S, S_I turns negative, y* diverges", 1,
                   transitions_table(), complete_transitions, no_algorithm, run_transitions);
}

TaskKind theory_one_step_kind() {
  return make_kind("theory 1rsb", "saddle points of one step of replica-symmetry breaking", 1,
                   one_step_options(), complete_one_step, no_algorithm, run_one_step);
}

TaskKind theory_edges_kind() {
  return make_kind("theory edges", "where q1 = S and where dS_I/dS = 0 on the y* curve", 1, edges_options(),
                   complete_edges, no_algorithm, run_edges);
}

}  // namespace bitbasin
