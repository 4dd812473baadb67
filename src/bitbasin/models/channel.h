// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace bitbasin {

// The sums x . W that a constraint allows: from `least` to `most`, all of the parity of N.
struct SumRange {
  std::int64_t least = 1;
  std::int64_t most = INT64_MAX;

  bool contains(std::int64_t sum) const { return least <= sum && sum <= most; }
  bool operator==(const SumRange&) const = default;
};

// What message passing asks of a constraint: psi(z) is 1 where the sum z is allowed and 0 elsewhere. The
// messages of a pattern see its sum as a Gaussian of mean w and variance V:
//
//   Z(w, V) = E psi(w + sqrt(V) xi),   G = d log Z / dw,   Gam = -dG / dw.
//
// Sums are whole numbers of one parity, but a Gaussian is continuous: psi must change halfway between the
// last forbidden sum and the first allowed one. Otherwise entropies at N = 19 are wrong by 0.03 to 0.09 per
// synapse, and at large N a different problem is solved.
template <class C>
concept Channel = requires(const C c, double number, std::span<double> array) {
  // The same constraint with a margin in units of the sum, as used by an annealed margin.
  { c.tightened(number) } -> std::same_as<C>;
  // For many patterns at once. Input: w_k = sum_i x_ki m_i, and the G_k of the previous iteration in g.
  // Applies Onsager's term w_k -= V G_k. Output: G_k in g, Gam_k in w.
  c.respond(number, array, array);
  // log Z(w, V)
  { c.log_z(number, number) } -> std::same_as<double>;
};

}  // namespace bitbasin
