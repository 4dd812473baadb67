// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/store/store.h"
#include "bitbasin/terminal/command.h"

namespace bitbasin {

// The flags of every command that uses a store.
struct StoreFlags {
  std::string path;
  double lock_timeout = StoreOptions{}.lock_timeout;

  StoreOptions options() const { return {lock_timeout}; }
};

// The flags must outlive the command.
void add_store_flags(Command& command, StoreFlags& flags, bool required = false,
                     const std::string& meaning = "file that holds the results");

}  // namespace bitbasin
