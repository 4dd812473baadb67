// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "bitbasin/base/value_list.h"
#include "bitbasin/task/edges_keys.h"
#include "bitbasin/task/one_step_keys.h"
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

struct OneStepFlags {
  std::string alpha = "0.5";
  std::string m = "1";
};

ExitCode run_one_step(const OneStepFlags& flags, Session& session) {
  const std::vector<double> alphas = parse_value_list("--alpha", flags.alpha, kAlphaRange);
  for (const double alpha : alphas) check_theory_alpha(alpha, LabelSource::classify);
  const std::vector<double> powers = parse_value_list("--m", flags.m, kOneStepRange);
  RunControl control = session.control();
  session.output.note(
      "  alpha        m  saddle              q1        q0         phi           s  complexity");
  Json points = Json::array();
  for (const double alpha : alphas) {
    for (const double m : powers) {
      Json point = one_step_keys({alpha, m}, control);
      if (control.stop_reason() != StopReason::none) break;  // saddle points may be missing
      for (const Json& s : point.at("saddles")) {
        const auto key = [&s](const char* name) { return s.at(name).get<double>(); };
        session.output.line("{:7.4f} {:8.4g}  {:9} {:12.8f} {:9.6f} {:11.8f} {:11.8f} {:11.8f}", alpha, m,
                            s.at("kind").get<std::string>(), key("q1"), key("q0"), key("action"),
                            key("entropy"), key("complexity"));
      }
      points.push_back(std::move(point));
      control.report({"values of m:", points.size(), alphas.size() * powers.size()});
    }
  }
  session.output.result["points"] = std::move(points);
  session.output.result["work"] = control.spent();
  return session.finish(control.stop_reason());
}

ExitCode run_edges(const EdgesParameters& flags, Session& session) {
  check_theory_alpha(flags.alpha, LabelSource::classify);
  RunControl control = session.control();
  Json& result = session.output.result;
  result = edges_keys(flags, session.threads(), control);
  const std::pair<const char*, const char*> found[] = {
      {"overlap", "q1 = S"}, {"slope", "dS_I/dS = 0"}, {"one_step", "one step, S_E = 0"}};
  for (const auto& [key, meaning] : found) {
    if (result[key].size() == 0) session.output.line("{:18} nowhere", meaning);
    for (const Json& edge : result[key]) {
      const auto number = [&edge](const char* name) { return edge.at(name).get<double>(); };
      session.output.line("{:18} d = {:.8f}, y* = {:.6f}, S_I = {:.9f}", meaning, number("d"), number("y"),
                          number("internal_entropy"));
    }
  }
  session.output.line("the signs of q1 - S and dS_I/dS differ at {} of {} points down to d = {:.5f}",
                      result["disagreements"].get<int>(), result["points"].get<int>(),
                      result["smallest_d"].get<double>());
  result["work"] = control.spent();
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

void add_theory_one_step(Command& theory) {
  const auto flags = std::make_shared<OneStepFlags>();
  Command command = theory.add_command(
      "1rsb", "all saddle points of one step of replica-symmetry breaking, which knows no distance",
      {"bitbasin theory 1rsb --alpha 0.6", "bitbasin theory 1rsb --alpha 0.6 --m=-1,0.5,7 --json"},
      [flags](Session& session) { return run_one_step(*flags, session); });
  command.add_text("--alpha", flags->alpha, "patterns per synapse; separate several by commas");
  command.add_text(
      "--m", flags->m,
      "power of the size of a cluster in its weight, from -100 to 50; separate several by commas");
}

void add_theory_edges(Command& theory) {
  const auto flags = std::make_shared<EdgesParameters>();
  Command command = theory.add_command(
      "edges",
      "where the y* curve ceases to be physical: where q1 = S, where dS_I/dS = 0, and by one step of "
      "symmetry breaking",
      {"bitbasin theory edges --alpha 0.81 --low 0.016"},
      [flags](Session& session) { return run_edges(*flags, session); });
  command.add_options(edges_options(), *flags);
}

}  // namespace bitbasin
