// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/portfolio/shares.h"

#include <algorithm>
#include <array>

#include "bitbasin/math/portable_exp.h"

namespace bitbasin {
namespace {

// By the number of literals; the last stands for all that follow.
template <class T, std::size_t kSize>
T by_length(const std::array<T, kSize>& from_three, std::size_t longest) {
  return from_three[std::min(std::max<std::size_t>(longest, 3) - 3, kSize - 1)];
}

// The load from which a run of message passing takes less time than probSAT.
constexpr std::array kEasyLoad{0.91, 0.87, 0.85};
// The load and the N from which backtracking survey propagation solves most, and the load from which it
// solves some formulas that the others do not.
constexpr std::array kSurveyLoad{0.989, 0.982, 0.982};
constexpr std::uint32_t kManyForSurveys = 5000;
constexpr double kNearThreshold = 0.975;
// The N up to which CaDiCaL takes about 10^6 conflicts at the threshold.
constexpr std::array kDecidable{320u, 115u, 85u};
// The N from which message passing solves more than probSAT near the threshold.
constexpr std::uint32_t kManyVariables = 1000;
// The N up to which it hardly ever does.
constexpr std::uint32_t kSomeVariables = 500;
// Fields of fewer variables are of no use: loops are short.
constexpr std::uint32_t kFewVariables = 200;

}  // namespace

Shares choose_shares(bool random, std::size_t longest, double load, std::uint32_t variables) {
  Shares shares;
  if (!random) {
    shares = {.probsat = 1, .edmc = 0.5, .cadical = 6, .cadical_first = true};
  } else if (load > 1.02) {
    shares = {.probsat = 1, .edmc = 1, .cadical = 8, .cadical_first = true};
  } else if (variables <= by_length(kDecidable, longest)) {
    // Local search goes first for the time of a tenth of the conflicts that decide such a formula.
    constexpr double kLogDecisive = 13.8;  // ln 10^6
    const double size = static_cast<double>(variables) / by_length(kDecidable, longest);
    const double conflicts = std::max(1000.0, 0.1 * portable_exp(kLogDecisive * size));
    shares = {.probsat = 1, .edmc = 0.25, .cadical = 3, .conflicts = conflicts};
  } else if (load < by_length(kEasyLoad, longest)) {
    shares = {.probsat = 10, .edmc = 1};
  } else if (variables < kManyVariables) {
    shares = {.probsat = variables < kSomeVariables ? 8.0 : 3.0, .edmc = 1};
  } else if (load < kNearThreshold) {
    shares = {.probsat = 1, .edmc = 4};
  } else if (load < by_length(kSurveyLoad, longest) || variables < kManyForSurveys) {
    shares = {.probsat = 0.5, .edmc = 4, .bsp = 1};
  } else {
    shares = {.probsat = 0.1, .edmc = 1, .bsp = 8};  // probSAT solves none (doc/ksat.md)
  }
  if (variables < kFewVariables) shares.edmc = 0;
  return shares;
}

}  // namespace bitbasin
