// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "bitbasin/rng/uniform.h"
#include "bitbasin/sat/formula.h"

// Small formulas that are not random, with and without solutions.

namespace bitbasin {

struct FormulaBuilder {
  Formula formula;

  // Literals as in files: 1, -1, 2, ...
  void add(const std::vector<int>& clause) {
    std::vector<Literal> literals;
    for (const int l : clause) {
      const auto variable = static_cast<std::uint32_t>(std::abs(l) - 1);
      formula.variables = std::max(formula.variables, variable + 1);
      literals.push_back(make_literal(variable, l < 0));
    }
    formula.add_clause(literals);
  }

  // The parity of the variables is odd or even.
  void add_parity(const std::vector<int>& variables, bool odd) {
    for (unsigned signs = 0; signs < 1u << variables.size(); ++signs) {
      if ((__builtin_popcount(signs) % 2 == 1) == odd) continue;
      std::vector<int> clause;  // excludes this assignment
      for (std::size_t i = 0; i < variables.size(); ++i) {
        clause.push_back(signs >> i & 1 ? -variables[i] : variables[i]);
      }
      add(clause);
    }
  }
};

// One pigeon more than holes.
inline Formula pigeon_holes(int holes) {
  FormulaBuilder builder;
  const auto in = [&](int pigeon, int hole) { return pigeon * holes + hole + 1; };
  for (int p = 0; p <= holes; ++p) {
    std::vector<int> somewhere;
    for (int h = 0; h < holes; ++h) somewhere.push_back(in(p, h));
    builder.add(somewhere);
  }
  for (int h = 0; h < holes; ++h) {
    for (int p = 0; p <= holes; ++p) {
      for (int q = 0; q < p; ++q) builder.add({-in(p, h), -in(q, h)});
    }
  }
  return builder.formula;
}

// A clique whose vertices must differ in colour.
inline Formula colouring_of_clique(int vertices, int colours) {
  FormulaBuilder builder;
  const auto has = [&](int vertex, int colour) { return vertex * colours + colour + 1; };
  for (int v = 0; v < vertices; ++v) {
    std::vector<int> some;
    for (int c = 0; c < colours; ++c) some.push_back(has(v, c));
    builder.add(some);
    for (int w = 0; w < v; ++w) {
      for (int c = 0; c < colours; ++c) builder.add({-has(v, c), -has(w, c)});
    }
  }
  return builder.formula;
}

// Tseitin's formulas on a random graph of degree three: the parity of the edges at each vertex is given, and
// the parities add up to an odd number, which cannot be, or to an even one. Vertices: an even number.
inline Formula parity_on_a_graph(int vertices, bool odd_sum, std::uint64_t seed) {
  Stream stream(seed, purpose("test.parity"));
  std::vector<std::vector<int>> edges_of(static_cast<std::size_t>(vertices));
  int edges = 0;
  const auto join = [&](int v, int w) {
    ++edges;
    edges_of[static_cast<std::size_t>(v)].push_back(edges);
    edges_of[static_cast<std::size_t>(w)].push_back(edges);
  };
  for (int v = 0; v < vertices; ++v) join(v, (v + 1) % vertices);  // a ring and a random matching
  std::vector<int> free;
  for (int v = 0; v < vertices; ++v) free.push_back(v);
  while (!free.empty()) {
    const int v = free.back();
    free.pop_back();
    const auto other = static_cast<std::ptrdiff_t>(uniform_below(stream, free.size()));
    join(v, free[static_cast<std::size_t>(other)]);
    free.erase(free.begin() + other);
  }
  FormulaBuilder builder;
  for (int v = 0; v < vertices; ++v)
    builder.add_parity(edges_of[static_cast<std::size_t>(v)], odd_sum && v == 0);
  return builder.formula;
}

// Bounded model checking: a counter of some bits starts at 0 and counts for one step less than it takes to
// overflow. Whether it can have overflowed, or whether it can be at its largest value.
inline Formula counter_overflow(int bits, bool overflows) {
  FormulaBuilder builder;
  const int steps = (1 << bits) - 1;
  const auto bit = [&](int step, int i) { return step * 2 * bits + 2 * i + 1; };
  const auto carry = [&](int step, int i) { return bit(step, i) + 1; };  // out of bit i
  for (int i = 0; i < bits; ++i) builder.add({-bit(0, i)});
  std::vector<int> carries;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < bits; ++i) {
      const int b = bit(t, i), out = carry(t, i), next = bit(t + 1, i);
      if (i == 0) {
        builder.add_parity({b, next}, true);
        builder.add_parity({b, out}, false);
        continue;
      }
      const int in = carry(t, i - 1);
      builder.add_parity({b, in, next}, false);
      builder.add({-b, -in, out});
      builder.add({b, -out});
      builder.add({in, -out});
    }
    carries.push_back(carry(t, bits - 1));
  }
  if (overflows) {
    builder.add(carries);
  } else {
    for (int i = 0; i < bits; ++i) builder.add({bit(steps, i)});
  }
  return builder.formula;
}

}  // namespace bitbasin
