// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace bitbasin {

// What is wanted of a classifier; less is better.
struct Scores {
  double error = 0;
  double bytes = 0;
  double work = 0;  // for each label
};

// The results that no other beats: none is at least as good in everything and better in something, or equal
// and earlier. In ascending order of the error.
std::vector<std::size_t> front(std::span<const Scores> results);

// All results: those of the front, then those of the front of the rest, and so on.
std::vector<std::size_t> front_after_front(std::span<const Scores> results);

}  // namespace bitbasin
