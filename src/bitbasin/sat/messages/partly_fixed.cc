// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/partly_fixed.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bitbasin/math/portable_log.h"

namespace bitbasin {
namespace {

// As an external field: no sum of surveys outweighs it.
constexpr double kCertain = -1e4;

constexpr std::uint32_t kNone = 0xffffffff;

}  // namespace

PartlyFixed::PartlyFixed(const Formula& formula, double tolerance)
    : formula_(formula),
      tolerance_(tolerance),
      saturated_(portable_log(tolerance)),
      occurrences_(formula),
      surveys_(formula),
      value_(formula.variables),
      trues_(formula.clauses()),
      falses_(formula.clauses()),
      changed_at_(formula.variables),
      bias_(formula.variables),
      bias_known_(formula.variables) {}

void PartlyFixed::start(Stream& stream) {
  for (std::uint32_t i = 0; i < formula_.variables; ++i) {
    surveys_.set_external(make_literal(i, false), 0);
    surveys_.set_external(make_literal(i, true), 0);
  }
  surveys_.start(stream);
  std::ranges::fill(value_, kFree);
  std::ranges::fill(trues_, 0u);
  std::ranges::fill(falses_, 0u);
  fixed_ = violated_ = 0;
  unsettled_ = 0;
  listed_ = false;
  for (std::uint32_t i = 0; i < formula_.variables; ++i) mark(i);
}

bool PartlyFixed::has_changed(std::size_t clause, std::uint64_t since) const {
  return std::ranges::any_of(formula_.clause(clause),
                             [&](Literal literal) { return changed_at_[variable_of(literal)] >= since; });
}

void PartlyFixed::mark(std::uint32_t variable) {
  changed_at_[variable] = now_;
  bias_known_[variable] = 0;
}

bool PartlyFixed::note_change(std::size_t e, double before) {
  const double change = std::max(surveys_.message(e), saturated_) - std::max(before, saturated_);
  if (std::abs(change) < tolerance_) return false;
  mark(variable_of(formula_.literals[e]));
  return true;
}

// Sets the surveys of a clause to 0, except that to one literal.
void PartlyFixed::silence(std::size_t clause, Literal but) {
  for (std::size_t e = formula_.offsets[clause]; e < formula_.offsets[clause + 1]; ++e) {
    if (formula_.literals[e] == but) continue;
    const double before = surveys_.message(e);
    surveys_.set_message(e, 0);
    note_change(e, before);
  }
}

void PartlyFixed::fix(Literal literal) {
  const std::uint32_t variable = variable_of(literal);
  assert(!is_fixed(variable));
  value_[variable] = is_negated(literal) ? kFalse : kTrue;
  ++fixed_;
  listed_ = false;
  mark(variable);
  surveys_.set_external(literal, kCertain);
  for (const std::uint32_t a : occurrences_.of(literal)) {
    if (++trues_[a] <= 2) silence(a, trues_[a] == 1 ? literal : kNone);
  }
  for (const std::uint32_t a : occurrences_.of(complement_of(literal))) {
    if (++falses_[a] == formula_.clause(a).size()) ++violated_;
  }
}

void PartlyFixed::release(std::uint32_t variable) {
  assert(is_fixed(variable));
  const Literal literal = make_literal(variable, value_[variable] == kFalse);
  value_[variable] = kFree;
  --fixed_;
  listed_ = false;
  mark(variable);
  surveys_.set_external(literal, 0);
  for (const std::uint32_t a : occurrences_.of(literal)) --trues_[a];
  for (const std::uint32_t a : occurrences_.of(complement_of(literal))) {
    if (falses_[a]-- == formula_.clause(a).size()) --violated_;
  }
}

void PartlyFixed::list_left() {
  if (listed_) return;
  listed_ = true;
  left_.clear();
  literals_left_ = 0;
  for (std::size_t a = 0; a < formula_.clauses(); ++a) {
    if (trues_[a] > 0) continue;
    left_.push_back(static_cast<std::uint32_t>(a));
    literals_left_ += formula_.clause(a).size();
  }
}

std::uint64_t PartlyFixed::literals_left() {
  list_left();
  return literals_left_;
}

std::uint64_t PartlyFixed::prepare_sweep() {
  list_left();
  due_.clear();
  std::uint64_t surveys = 0;
  for (const std::uint32_t a : left_) {
    if (!has_changed(a, now_)) continue;
    due_.push_back(a);
    surveys += formula_.clause(a).size();
  }
  if (surveys == 0) unsettled_ = 0;
  return surveys;
}

void PartlyFixed::sweep() {
  if (++now_ % SatSurveys::kRefreshEvery == 0) surveys_.refresh();
  unsettled_ = 0;
  surveys_.sweep(
      due_, [](std::size_t) { return true; },
      [this](std::size_t e, double before) { unsettled_ += note_change(e, before); });
}

std::uint64_t PartlyFixed::prepare_supports() {
  supported_.clear();
  std::uint64_t literals = 0;
  for (std::size_t a = 0; a < formula_.clauses(); ++a) {
    if (trues_[a] != 1 || !has_changed(a, supports_at_)) continue;
    supported_.push_back(static_cast<std::uint32_t>(a));
    literals += formula_.clause(a).size();
  }
  return literals;
}

void PartlyFixed::update_supports() {
  supports_at_ = now_;
  surveys_.sweep(
      supported_, [this](std::size_t e) { return is_true(formula_.literals[e]); },
      [this](std::size_t e, double) { bias_known_[variable_of(formula_.literals[e])] = 0; });
}

double PartlyFixed::bias(std::uint32_t variable) {
  if (!bias_known_[variable]) {
    const SatSurveys::Frozen frozen = surveys_.frozen(variable);
    bias_[variable] = frozen.to_true - frozen.to_false;
    bias_known_[variable] = 1;
  }
  return bias_[variable];
}

Residual PartlyFixed::residual() const {
  Residual rest;
  rest.formula.variables = formula_.variables - static_cast<std::uint32_t>(fixed_);
  std::vector<std::uint32_t> number(formula_.variables);
  for (std::uint32_t i = 0; i < formula_.variables; ++i) {
    if (is_fixed(i)) continue;
    number[i] = static_cast<std::uint32_t>(rest.variables.size());
    rest.variables.push_back(i);
  }
  std::vector<Literal> clause;
  for (std::size_t a = 0; a < formula_.clauses(); ++a) {
    if (trues_[a] > 0 || falses_[a] == formula_.clause(a).size()) continue;
    clause.clear();
    for (const Literal literal : formula_.clause(a)) {
      const std::uint32_t variable = variable_of(literal);
      if (!is_fixed(variable)) clause.push_back(make_literal(number[variable], is_negated(literal)));
    }
    rest.formula.add_clause(clause);
  }
  return rest;
}

}  // namespace bitbasin
