// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace bitbasin {

// alpha N, to the nearest whole number, halves up. `ratio` says in words what alpha is: "patterns per
// synapse".
std::size_t constraint_count(std::size_t n, double alpha, std::string_view ratio);

// The constraints of a random instance, by alpha or by their number, which users know by `name`: "patterns".
// Fails unless exactly one of the two is given.
std::size_t constraint_count(std::size_t n, std::optional<double> alpha, std::string_view ratio,
                             std::optional<std::int64_t> count, std::string_view name);

}  // namespace bitbasin
