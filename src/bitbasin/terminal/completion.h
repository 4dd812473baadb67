// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace bitbasin {

// A script that teaches a shell the commands, flags and choices of a program; anything else is completed as a
// file name.
std::string bash_completion(const CLI::App& root);
std::string zsh_completion(const CLI::App& root);
std::string fish_completion(const CLI::App& root);

}  // namespace bitbasin
