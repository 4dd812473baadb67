// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/theory_transitions.h"

#include <fmt/format.h>

#include "bitbasin/base/value_list.h"
#include "bitbasin/theory/transitions.h"

namespace bitbasin {
namespace {

Json to_json(const Transition& t) {
  return {{"alpha", t.alpha}, {"error", t.error}, {"d", t.d}};
}

}  // namespace

const OptionTable<TransitionsParameters>& transitions_table() {
  static const OptionTable<TransitionsParameters> table([] {
    std::vector<Option<TransitionsParameters>> all;
    append_options(all, theory_option_table(), &TransitionsParameters::theory);
    all.push_back(text_option("alpha", &TransitionsParameters::alpha, "values separated by commas",
                              "loads at which to find d_inf, separated by commas"));
    return all;
  }());
  return table;
}

Json transition_keys(const TransitionsParameters& parameters, int threads, RunControl& control,
                     const std::function<void(std::string_view)>& on_line) {
  const auto alphas = parse_value_list("alpha", parameters.alpha, kAlphaRange);
  const auto say = [&](const std::string& line) {
    if (on_line) on_line(line);
  };
  const TheoryQuadrature quadrature{1, threads};
  Json keys = {{"task", parameters.theory.task == LabelSource::teacher ? "teacher" : "classify"}};
  if (parameters.theory.task == LabelSource::classify) {
    const Transition overlap = overlap_transition(quadrature, control);
    say(fmt::format("q1 reaches S at alpha = {:.6f} +- {:.0e}, d = {:.4f}", overlap.alpha, overlap.error,
                    overlap.d));
    const Transition entropy = entropy_transition(quadrature, control);
    say(fmt::format("the smallest S_I reaches 0 at alpha = {:.6f} +- {:.0e}, d = {:.4f}", entropy.alpha,
                    entropy.error, entropy.d));
    keys["overlap"] = to_json(overlap);
    keys["entropy"] = to_json(entropy);
  }
  Json rows = Json::array();
  for (const double alpha : alphas) {
    if (control.stop_reason() != StopReason::none) break;
    const DivergencePoint d = divergence_point({parameters.theory.task, alpha, {}, quadrature}, control);
    rows.push_back({{"alpha", alpha}, {"d_inf", d.d}, {"error", d.error}});
    say(fmt::format("y* diverges for alpha = {:g} at d_inf = {:.5f} +- {:.0e}", alpha, d.d, d.error));
  }
  keys["divergence"] = std::move(rows);
  return keys;
}

}  // namespace bitbasin
