// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/command_theory_summary.h"

#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "bitbasin/base/value_list.h"
#include "bitbasin/task/theory_flags.h"
#include "bitbasin/task/theory_keys.h"
#include "bitbasin/theory/transitions.h"

namespace bitbasin {
namespace {

struct EquilibriumFlags {
  std::optional<double> alpha;
};

const OptionTable<EquilibriumFlags>& equilibrium_flag_table() {
  static const OptionTable<EquilibriumFlags> table{
      option("alpha", &EquilibriumFlags::alpha, kAlphaRange,
             "patterns per synapse; auto: where the entropy is 0"),
  };
  return table;
}

struct EquilibriumCommand {
  TheoryFlags flags;
  EquilibriumFlags equilibrium;
};

ExitCode run_equilibrium(const EquilibriumCommand& flags, Session& session) {
  const TheoryTask task = flags.flags.task;
  Json& result = session.output.result;
  result = equilibrium_keys(task, flags.equilibrium.alpha);
  const auto key = [&result](const char* name) { return result[name].get<double>(); };
  if (std::isnan(key("entropy"))) {
    session.output.line("alpha {:.7f}: no solution but the teacher, beyond the spinodal", key("alpha"));
  } else {
    session.output.line("alpha {:.7f}: entropy {:.10f}, overlap q {:.10f}", key("alpha"), key("entropy"),
                        key("q"));
  }
  if (task == TheoryTask::teacher) {
    session.output.line("from alpha {:.7f} on the teacher is the only solution; spinodal {:.7f}",
                        key("capacity"), key("spinodal"));
  } else {
    session.output.line("capacity: the entropy vanishes at alpha_c = {:.7f}", key("capacity"));
  }
  return session.finish(StopReason::none);
}

struct TransitionsCommand {
  TheoryFlags flags;
  std::string alpha = "0.3,0.5,0.7";
};

Json to_json(const Transition& t) {
  return {{"alpha", t.alpha}, {"error", t.error}, {"d", t.d}};
}

ExitCode run_transitions(const TransitionsCommand& flags, Session& session) {
  const TheoryTask task = flags.flags.task;
  const auto alphas = parse_value_list("--alpha", flags.alpha, kAlphaRange);
  RunControl control = session.control();
  const TheoryQuadrature quadrature{1, session.threads()};
  Json& result = session.output.result;
  result["task"] = task == TheoryTask::teacher ? "teacher" : "classify";
  if (task == TheoryTask::classify) {
    const Transition overlap = overlap_transition(quadrature, control);
    session.output.line("q1 reaches S at alpha = {:.6f} +- {:.0e}, d = {:.4f}", overlap.alpha, overlap.error,
                        overlap.d);
    const Transition entropy = entropy_transition(quadrature, control);
    session.output.line("the smallest S_I reaches 0 at alpha = {:.6f} +- {:.0e}, d = {:.4f}", entropy.alpha,
                        entropy.error, entropy.d);
    result["overlap"] = to_json(overlap);
    result["entropy"] = to_json(entropy);
  }
  Json rows = Json::array();
  for (const double alpha : alphas) {
    if (control.stop_reason() != StopReason::none) break;
    const DivergencePoint d = divergence_point({task, alpha, {}, quadrature}, control);
    rows.push_back({{"alpha", alpha}, {"d_inf", d.d}, {"error", d.error}});
    session.output.line("y* diverges for alpha = {:g} at d_inf = {:.5f} +- {:.0e}", alpha, d.d, d.error);
  }
  result["divergence"] = std::move(rows);
  return session.finish(control.stop_reason());
}

}  // namespace

void add_theory_equilibrium(Command& theory) {
  const auto flags = std::make_shared<EquilibriumCommand>();
  Command command = theory.add_command(
      "equilibrium", "entropy and overlap of typical solutions, and where the entropy vanishes",
      {"bitbasin theory equilibrium --alpha 0.5", "bitbasin theory equilibrium --task teacher"},
      [flags](Session& session) { return run_equilibrium(*flags, session); });
  command.add_options(theory_flag_table(), flags->flags);
  command.add_options(equilibrium_flag_table(), flags->equilibrium);
}

void add_theory_transitions(Command& theory) {
  const auto flags = std::make_shared<TransitionsCommand>();
  Command command = theory.add_command(
      "transitions", "where q1 reaches S, where S_I turns negative, where y* diverges; each with its error",
      {"bitbasin theory transitions --task teacher --alpha 0.5"},
      [flags](Session& session) { return run_transitions(*flags, session); });
  command.add_options(theory_flag_table(), flags->flags);
  command.add_text("--alpha", flags->alpha, "where to look for d_inf; several separated by commas");
}

}  // namespace bitbasin
