// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "bitbasin/task/theory_keys.h"
#include "bitbasin/task/theory_options.h"
#include "bitbasin/task/theory_transitions.h"

namespace bitbasin {
namespace {

ExitCode run_equilibrium(const EquilibriumParameters& flags, Session& session) {
  const LabelSource task = flags.theory.task;
  Json& result = session.output.result;
  result = equilibrium_keys(flags);
  const auto key = [&result](const char* name) { return result[name].get<double>(); };
  if (std::isnan(key("entropy"))) {
    session.output.line("alpha {:.7f}: no solution except the teacher (beyond the spinodal)", key("alpha"));
  } else {
    const double entropy = std::abs(key("entropy")) < 5e-11 ? 0 : key("entropy");  // never -0.0000000000
    session.output.line("alpha {:.7f}: entropy {:.10f}, overlap q {:.10f}", key("alpha"), entropy, key("q"));
  }
  if (task == LabelSource::teacher) {
    session.output.line("from alpha {:.7f} on the teacher is the only solution; spinodal {:.7f}",
                        key("capacity"), key("spinodal"));
  } else {
    session.output.line("capacity: the entropy vanishes at alpha_c = {:.7f}", key("capacity"));
    if (flags.units == 1 && flags.constraint.chosen().is_plain()) return session.finish(StopReason::none);
    session.output.line("replica symmetry: {} (replicon {:.6f}; unstable from 1 on)",
                        key("replicon") < 1 ? "locally stable" : "unstable", key("replicon"));
  }
  return session.finish(StopReason::none);
}

ExitCode run_transitions(const TransitionsParameters& task, Session& session) {
  RunControl control = session.control();
  Json& result = session.output.result;
  result = transition_keys(task, session.threads(), control,
                           [&](std::string_view line) { session.output.line("{}", line); });
  return session.finish(control.stop_reason());
}

}  // namespace

void add_theory_equilibrium(Command& theory) {
  const auto flags = std::make_shared<EquilibriumParameters>();
  Command command = theory.add_command(
      "equilibrium", "entropy and overlap of typical solutions, and where the entropy vanishes",
      {"bitbasin theory equilibrium --alpha 0.5", "bitbasin theory equilibrium --task teacher",
       "bitbasin theory equilibrium --kappa 0.5 --alpha 0.3",
       "bitbasin theory equilibrium --constraint symmetric --kappa 1",
       "bitbasin theory equilibrium --units 3 --tree"},
      [flags](Session& session) { return run_equilibrium(*flags, session); });
  command.add_options(equilibrium_options(), *flags);
}

void add_theory_transitions(Command& theory) {
  const auto flags = std::make_shared<TransitionsParameters>();
  Command command = theory.add_command(
      "transitions", "where q1 reaches S, where S_I turns negative, where y* diverges; each with its error",
      {"bitbasin theory transitions --task teacher --alpha 0.8"},
      [flags](Session& session) { return run_transitions(*flags, session); });
  command.add_options(transitions_table(), *flags);
}

}  // namespace bitbasin
