// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace bitbasin {

// The command that the words on the command line select.
const CLI::App& chosen_command(const CLI::App& root);

// What is wrong with a command line that CLI11 refused, as one sentence: what was expected, what was given,
// and what may have been meant. Unexpected words come first, because they often explain the rest.
std::string usage_sentence(const CLI::App& root, const CLI::ParseError& error);

}  // namespace bitbasin
