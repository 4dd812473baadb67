// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bitbasin/features/feature_spec.h"
#include "bitbasin/network/training/training_options.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin {

// A training, apart from its length and from what all candidates share.
struct Candidate {
  FeatureSpec features;     // without copies and products
  std::size_t copies = 0;   // of the training images: none, shifted, slightly deformed, deformed, mirrored
  std::int64_t k1 = 5;      // there are as many committees as fit
  double robustness = 0.4;  // as a part of k2
  double heat = 1;          // reinforcements in the whole training, in units of the usual
  int halvings = 0;         // of the size limit
  double flip = 0;
  std::int64_t products = 0;  // distances of products
};

// What the candidates of a search have to suit.
struct SearchBounds {
  int rows = 0;  // of an image; one row: numbers that are not an image
  int columns = 0;
  std::uint64_t size_limit = 0;  // bytes

  double inputs() const { return static_cast<double>(rows) * static_cast<double>(columns); }
};

// Where a search starts: those recipes that suit it, each good on some data set.
std::vector<Candidate> first_candidates(const SearchBounds& bounds);

// The candidate after one or two random steps, each of which changes one number to the next on its ladder or
// changes one thing about the features.
Candidate neighbour(const Candidate& candidate, const SearchBounds& bounds, Stream& stream);

// Its training in the given number of epochs. The reinforcements are spread over them, so that a short
// training, too, starts hot and ends frozen. `shared` has what is the same for all: data set, size limit,
// validation and seed.
TrainingOptions training_of(const Candidate& candidate, const TrainingOptions& shared, std::int64_t epochs,
                            std::size_t images);

}  // namespace bitbasin
