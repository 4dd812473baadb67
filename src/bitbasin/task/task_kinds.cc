// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/find_named.h"
#include "bitbasin/task/task_kind.h"

namespace bitbasin {

std::span<const TaskKind> task_kinds() {
  static const TaskKind kinds[] = {
      // of problems
      solve_perceptron_kind(),
      solve_committee_kind(),
      solve_ksat_kind(),
      learn_perceptron_kind(),
      entropy_perceptron_kind(),
      entropy_committee_kind(),
      entropy_ksat_kind(),
      // of the theory
      theory_kind(),
      theory_equilibrium_kind(),
      theory_transitions_kind(),
      theory_one_step_kind(),
      theory_edges_kind(),
      // of networks
      train_kind(),
      walk_network_kind(),
  };
  return kinds;
}

const TaskKind& task_kind(std::string_view name) {
  return find_named(task_kinds(), &TaskKind::name, name, "tasks");
}

}  // namespace bitbasin
