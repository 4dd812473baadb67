// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/value_list.h"
#include "bitbasin/task/task_kind.h"
#include "bitbasin/task/theory_flags.h"
#include "bitbasin/task/theory_keys.h"
#include "bitbasin/task/theory_transitions.h"

namespace bitbasin {
namespace {

struct TheoryPointTask {
  TheoryFlags flags;
  double alpha = 0.5;
  double distance = 0.05;
  std::optional<double> y;
};

const OptionTable<TheoryPointTask>& point_options() {
  static const OptionTable<TheoryPointTask> table([] {
    std::vector<Option<TheoryPointTask>> all;
    append_options(all, theory_flag_table(), &TheoryPointTask::flags);
    all.push_back(option("alpha", &TheoryPointTask::alpha, kAlphaRange, "patterns per synapse"));
    all.push_back(option("distance", &TheoryPointTask::distance, kDistanceRange, "from W~", "d"));
    all.push_back(
        option("y", &TheoryPointTask::y, {0, 1e5}, "weight of the number of solutions nearby", "y"));
    return all;
  }());
  return table;
}

void complete_point(TheoryPointTask& task) {
  check_theory_alpha(task.alpha, task.flags.task);
}

Json run_point(const TheoryPointTask& task, RunControl& control) {
  const double distances[] = {task.distance};
  const auto points = theory_curve({task.flags.task, task.alpha, task.y, {1, 1}}, distances, control);
  if (points.empty()) return Json::object();  // stopped
  Json keys = to_json(points[0], task.flags.task);
  keys["work"] = control.spent();
  return keys;
}

struct EquilibriumTask {
  TheoryFlags flags;
  std::optional<double> alpha;
};

const OptionTable<EquilibriumTask>& equilibrium_options() {
  static const OptionTable<EquilibriumTask> table([] {
    std::vector<Option<EquilibriumTask>> all;
    append_options(all, theory_flag_table(), &EquilibriumTask::flags);
    all.push_back(option("alpha", &EquilibriumTask::alpha, kAlphaRange,
                         "patterns per synapse; auto: where the entropy is 0"));
    return all;
  }());
  return table;
}

void complete_equilibrium(EquilibriumTask&) {}

Json run_equilibrium(const EquilibriumTask& task, RunControl&) {
  return equilibrium_keys(task.flags.task, task.alpha);
}

void complete_transitions(TransitionsTask& task) {
  for (const double alpha : parse_value_list("alpha", task.alpha, kAlphaRange)) {
    check_theory_alpha(alpha, task.flags.task);
  }
}

Json run_transitions(const TransitionsTask& task, RunControl& control) {
  return transition_keys(task, 1, control);
}

}  // namespace

TaskKind theory_kind() {
  return make_kind("theory", "one point of the large-deviation theory", 1, point_options(), complete_point,
                   no_algorithm, run_point);
}

TaskKind theory_equilibrium_kind() {
  return make_kind("theory equilibrium", "entropy and overlap of typical solutions", 1, equilibrium_options(),
                   complete_equilibrium, no_algorithm, run_equilibrium);
}

TaskKind theory_transitions_kind() {
  return make_kind("theory transitions", "where q1 reaches S, S_I turns negative, y* diverges", 1,
                   transitions_table(), complete_transitions, no_algorithm, run_transitions);
}

}  // namespace bitbasin
