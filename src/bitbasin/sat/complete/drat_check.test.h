// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "bitbasin/sat/formula.h"

namespace bitbasin {

// A slow checker of DRAT proofs in text form: each line adds a clause, or deletes one after a 'd'. A clause
// may be added if assuming its negation and propagating units leads to a contradiction (RUP), or if that is
// so for each of its resolvents on its first literal (RAT). As in drat-trim, unit clauses are never deleted.
class DratChecker {
 public:
  using Clause = std::vector<int>;

  explicit DratChecker(const Formula& formula) : value_(formula.variables + 1) {
    for (std::size_t a = 0; a < formula.clauses(); ++a) {
      Clause clause;
      for (const Literal literal : formula.clause(a)) clause.push_back(dimacs_literal(literal));
      clauses_.push_back(clause);
    }
  }

  // What is wrong with a proof that the formula has no solution; nothing if it is one.
  std::optional<std::string> error_in(const std::string& proof) {
    std::istringstream lines(proof);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      const bool deletes = line.starts_with("d ");
      if (deletes) words.ignore(2);
      Clause clause;
      int literal = 0;
      while (words >> literal && literal != 0) clause.push_back(literal);
      if (!words || literal != 0) return "expected numbers that end in 0: " + line;
      if (deletes) {
        if (!remove(clause)) return "expected a clause that is there: " + line;
        continue;
      }
      if (!follows(clause) && !resolvents_follow(clause)) return "does not follow: " + line;
      if (clause.empty()) return std::nullopt;
      clauses_.push_back(clause);
    }
    return "expected the empty clause at the end";
  }

 private:
  static Clause sorted(Clause clause) {
    std::ranges::sort(clause);
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    return clause;
  }

  bool remove(const Clause& clause) {
    const Clause wanted = sorted(clause);
    const auto at = std::ranges::find_if(clauses_, [&](const Clause& c) { return sorted(c) == wanted; });
    if (at == clauses_.end()) return false;
    if (wanted.size() > 1) clauses_.erase(at);
    return true;
  }

  int& value(int literal) { return value_[static_cast<std::size_t>(std::abs(literal))]; }
  bool is_false(int literal) { return value(literal) == (literal > 0 ? -1 : 1); }
  bool is_true(int literal) { return value(literal) == (literal > 0 ? 1 : -1); }

  bool follows(const Clause& clause) {
    std::ranges::fill(value_, 0);
    for (const int literal : clause) {
      if (is_true(literal)) return true;  // a clause that is always true
      value(literal) = literal > 0 ? -1 : 1;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const Clause& c : clauses_) {
        int unit = 0, open = 0;
        bool satisfied = false;
        for (const int literal : c) {
          if (is_true(literal)) satisfied = true;
          if (is_false(literal) || literal == unit) continue;
          unit = literal;
          ++open;
        }
        if (satisfied || open > 1) continue;
        if (open == 0) return true;
        value(unit) = unit > 0 ? 1 : -1;
        changed = true;
      }
    }
    return false;
  }

  bool resolvents_follow(const Clause& clause) {
    if (clause.empty()) return false;
    const std::vector<Clause> others = clauses_;
    return std::ranges::all_of(others, [&](const Clause& other) {
      if (std::ranges::find(other, -clause[0]) == other.end()) return true;
      Clause resolvent = clause;
      std::ranges::copy_if(other, std::back_inserter(resolvent), [&](int l) { return l != -clause[0]; });
      return follows(resolvent);
    });
  }

  std::vector<Clause> clauses_;
  std::vector<int> value_;  // of variables: 1, -1, or 0 for none
};

}  // namespace bitbasin
