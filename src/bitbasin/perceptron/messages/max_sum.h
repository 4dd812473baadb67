// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/messages/median_select.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin {

// What an update found.
struct MaxSumPass {
  std::size_t errors = 0;   // rows with x . W < least, for the weights before the update
  std::size_t visited = 0;  // factors that needed a selection; the others cost one popcount

  MaxSumPass& operator+=(const MaxSumPass& other) {
    errors += other.errors;
    visited += other.visited;
    return *this;
  }
};

// Max-sum (zero-temperature belief propagation) for the binary perceptron, with hard factors
// sum_j s_j >= least over s_j = x_j W_j. Forcing s_i = -1 instead of +1 costs one more flip among the others,
// so the message of factor m to variable i is x_i u_mi with
//
//   u_mi = max(0, -(K-th largest of the other y_j)),   y_j = x_j theta_j - u_mj,   K = (N + least) / 2,
//
// and only two values occur: with M1 and M2 the K-th and the (K+1)-th largest of all N,
//
//   u_mi = b_m = max(0, -M2) where y_i >= M1,   u_mi = a_m = max(0, -M1) elsewhere:
//
// two numbers per factor and one bit per edge. All factors are updated at once from the same fields, then
//
//   theta_i <- sum_m x_i u_mi + r theta_i                                    (reinforcement r).
//
// A margin asks for sum_j s_j >= least + 2 j, which raises the rank to K + j and changes nothing else.
//
// The equations are homogeneous of degree 1, so fields have no scale of their own, and everything is rescaled
// by powers of two to fit small integers: messages are integers, their sums are exact in every order, and the
// factors see fields rounded to odd bytes (never 0, and symmetric in the sign). Only the numbers near 0
// matter to a factor; larger ones saturate. The result is therefore the same for every number of threads and
// every SIMD level.
struct MaxSumState {
  explicit MaxSumState(const BitMatrix& x)  // x . W > 0
      : MaxSumState(x, x.cols() % 2 == 1 ? 1 : 2) {}
  MaxSumState(const BitMatrix& x, std::int32_t least);

  std::size_t rank;  // K

  AlignedArray<float> theta;          // total fields, in units of the messages
  AlignedArray<std::int8_t> rounded;  // the same as odd integers, padded with kMostField
  BitVector weights;                  // sign(theta)
  AlignedArray<std::int8_t> a;        // messages of each factor to variables outside its top K...
  AlignedArray<std::int8_t> b;        // ...and inside
  BitMatrix top;                      // which are inside; meaningless where a = b
  std::vector<int> guess;             // guess[e]: |theta| below which 2 e fields lie

  // Scratch memory of a thread.
  struct Scratch {
    AlignedArray<std::int8_t> bytes;
    AlignedArray<std::int32_t> sums;
    MaxSumPass pass;
  };
  std::vector<Scratch> scratch;
};

// Fields uniform in (-1, 1) up to the common scale, and no messages.
void start_max_sum(MaxSumState& state, Stream stream);

// Sums of messages are kept in 32 bits.
inline constexpr std::size_t kMostFactors = ((std::size_t{1} << 31) - 1) / kMostField;

// The rank that a factor selects: `rank`, or one more with probability chance / 2^16, drawn anew for each
// factor and update.
struct RankDraw {
  static constexpr std::size_t kPerWord = 4;  // draws from one word of the stream
  std::size_t rank;
  std::uint32_t chance;
  Stream dither;
};

// Guesses are made from fields with |theta| below this.
inline constexpr int kSmallField = 64;

// One parallel update of the messages and the fields; where there are no errors, the fields stay. A factor's
// j is floor(margin / 2 + U) with U uniform in [0, 1), drawn from `dither` for each factor and update.
MaxSumPass update_max_sum(const BitMatrix& x, MaxSumState& state, double r, double margin, Stream& dither,
                          int threads);

}  // namespace bitbasin
