// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/program.h"

int main(int argc, char** argv) {
  return bitbasin::run_program({argv, static_cast<std::size_t>(argc)});
}
