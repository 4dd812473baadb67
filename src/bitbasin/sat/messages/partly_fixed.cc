// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/partly_fixed.h"

#include <algorithm>
#include <cassert>

namespace bitbasin {
namespace {

// As an external field: no sum of surveys outweighs it.
constexpr double kCertain = -1e4;

constexpr std::uint32_t kNone = 0xffffffff;

}  // namespace

PartlyFixed::PartlyFixed(const Formula& formula)
    : formula_(formula),
      occurrences_(formula),
      surveys_(formula),
      value_(formula.variables),
      trues_(formula.clauses()),
      falses_(formula.clauses()) {}

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
  listed_ = false;
}

// Sets the surveys of a clause to 0, except that to one literal.
void PartlyFixed::silence(std::size_t clause, Literal but) {
  for (std::size_t e = formula_.offsets[clause]; e < formula_.offsets[clause + 1]; ++e) {
    if (formula_.literals[e] != but) surveys_.set_message(e, 0);
  }
}

void PartlyFixed::fix(Literal literal) {
  const std::uint32_t variable = variable_of(literal);
  assert(!is_fixed(variable));
  value_[variable] = is_negated(literal) ? kFalse : kTrue;
  ++fixed_;
  listed_ = false;
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

double PartlyFixed::sweep() {
  list_left();
  if (++sweeps_ % SatSurveys::kRefreshEvery == 0) surveys_.refresh();
  return surveys_.sweep(left_, [](std::size_t) { return true; });
}

void PartlyFixed::update_supports() {
  supported_.clear();
  for (std::size_t a = 0; a < formula_.clauses(); ++a) {
    if (trues_[a] == 1) supported_.push_back(static_cast<std::uint32_t>(a));
  }
  surveys_.sweep(supported_, [this](std::size_t e) { return is_true(formula_.literals[e]); });
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
