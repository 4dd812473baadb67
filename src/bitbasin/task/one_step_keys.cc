// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/one_step_keys.h"

#include "bitbasin/task/theory_options.h"
#include "bitbasin/theory/one_step.h"

namespace bitbasin {
namespace {

const char* to_string(OneStepKind kind) {
  switch (kind) {
    case OneStepKind::symmetric:
      return "symmetric";
    case OneStepKind::between:
      return "between";
    case OneStepKind::frozen:
      break;
  }
  return "frozen";
}

Json to_json(const OneStepSaddle& s) {
  return {{"kind", to_string(s.kind)}, {"q1", 1 - s.one_less_q1}, {"q0", s.q0},
          {"d", s.one_less_q1 / 2},    {"q1_hat", s.q1_hat},      {"q0_hat", s.q0_hat},
          {"action", s.action},        {"entropy", s.entropy},    {"complexity", s.complexity},
          {"residual", s.residual}};
}

}  // namespace

const OptionTable<OneStepParameters>& one_step_options() {
  static const OptionTable<OneStepParameters> table{
      option("alpha", &OneStepParameters::alpha, kAlphaRange, "patterns per synapse"),
      option("m", &OneStepParameters::m, kOneStepRange, "power of the size of a cluster in its weight", "m"),
  };
  return table;
}

Json one_step_keys(const OneStepParameters& parameters, RunControl& control) {
  Json saddles = Json::array();
  for (const OneStepSaddle& s : one_step_saddles(parameters.alpha, parameters.m, {}, control)) {
    saddles.push_back(to_json(s));
  }
  return {{"alpha", parameters.alpha}, {"m", parameters.m}, {"saddles", std::move(saddles)}};
}

}  // namespace bitbasin
