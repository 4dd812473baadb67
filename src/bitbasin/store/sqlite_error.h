// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <SQLiteCpp/Exception.h>

#include <string>
#include <utility>

namespace bitbasin {

// Turns an error of SQLite into one of our sentences.
[[noreturn]] void fail_sqlite(const std::string& path, double lock_timeout, const SQLite::Exception& error);

// Calls the function; SQLite's exceptions become errors about the store at `path`.
template <class Function>
auto with_store_errors(const std::string& path, double lock_timeout, Function&& function) {
  try {
    return std::forward<Function>(function)();
  } catch (const SQLite::Exception& error) {
    fail_sqlite(path, lock_timeout, error);
  }
}

}  // namespace bitbasin
