// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bitbasin {

// A page for man(1): "bitbasin-solve-perceptron.1" and its text in roff.
struct ManPage {
  std::string file;
  std::string text;
};

// The pages of a command and of all commands below it.
std::vector<ManPage> man_pages(const CLI::App& root);

}  // namespace bitbasin
