// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace bitbasin {

// The command that the words on the command line led to.
const CLI::App& chosen_command(const CLI::App& root);

// What is wrong with a command line that CLI11 refused, as one sentence in our form: what was expected, what
// was given, and what may have been meant. Words that nobody expected come first: they often explain the
// rest.
std::string usage_sentence(const CLI::App& root, const CLI::ParseError& error);

}  // namespace bitbasin
