// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/portfolio/shares.h"

#include <algorithm>
#include <array>

namespace bitbasin {
namespace {

// By the number of literals; the last stands for all that follow.
template <class T, std::size_t kSize>
T by_length(const std::array<T, kSize>& from_three, std::size_t longest) {
  return from_three[std::min(std::max<std::size_t>(longest, 3) - 3, kSize - 1)];
}

// The load from which a run of message passing takes less time than probSAT.
constexpr std::array kEasyLoad{0.91, 0.87, 0.85};
// The N up to which CaDiCaL takes about 10^6 conflicts at the threshold.
constexpr std::array kDecidable{320u, 115u, 85u};
// The N from which message passing solves more than probSAT near the threshold.
constexpr std::uint32_t kManyVariables = 1000;
// Fields of fewer variables are of no use: loops are short.
constexpr std::uint32_t kFewVariables = 200;

}  // namespace

Shares choose_shares(bool random, std::size_t longest, double load, std::uint32_t variables) {
  Shares shares;
  if (!random) {
    shares = {.probsat = 1, .edmc = 0.5, .cadical = 6, .complete = true, .cadical_first = true};
  } else if (load > 1.02) {
    shares = {.probsat = 1, .edmc = 1, .cadical = 8, .complete = true, .cadical_first = true};
  } else if (variables <= by_length(kDecidable, longest)) {
    shares = {.probsat = 1, .edmc = 0.25, .cadical = 3, .complete = true};
  } else if (load < by_length(kEasyLoad, longest)) {
    shares = {.probsat = 10, .edmc = 1};
  } else if (variables < kManyVariables) {
    shares = {.probsat = 3, .edmc = 1};
  } else {
    shares = {.probsat = 1, .edmc = 4};
  }
  if (variables < kFewVariables) shares.edmc = 0;
  return shares;
}

}  // namespace bitbasin
