// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/rng/poisson.h"

#include <algorithm>
#include <cassert>

#include "bitbasin/math/portable_exp.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

// Walks up the distribution function until it passes a uniform number. The walk ends where the remaining
// terms are below the resolution of the uniform number.
std::uint64_t invert(Stream& stream, double mean) {
  const double u = uniform01(stream);
  if (u < 1 - mean) return 0;  // exp(-mean) is larger
  double term = portable_exp(-mean);
  double sum = term;
  std::uint64_t events = 0;
  while (sum <= u && term > 0x1p-80) {
    ++events;
    term *= mean / static_cast<double>(events);
    sum += term;
  }
  return events;
}

}  // namespace

std::uint64_t poisson(Stream& stream, double mean) {
  assert(mean >= 0);
  constexpr double kPiece = 16;  // exp(-16) = 1e-7 is accurate, and sums of Poisson deviates are Poisson
  std::uint64_t events = 0;
  while (mean > 0) {
    const double piece = std::min(mean, kPiece);
    events += invert(stream, piece);
    mean -= piece;
  }
  return events;
}

}  // namespace bitbasin
