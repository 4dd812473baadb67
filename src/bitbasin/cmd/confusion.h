// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "bitbasin/terminal/output.h"

namespace bitbasin {

// A confusion matrix, [right label][answer] row by row: as JSON rows, and as a table for people.
Json confusion_json(std::span<const std::uint32_t> confusion, std::size_t classes);
std::string confusion_table(std::span<const std::uint32_t> confusion, std::size_t classes);

}  // namespace bitbasin
