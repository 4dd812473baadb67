// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/store/sqlite_error.h"

#include <sqlite3.h>

#include <new>

#include "bitbasin/base/error.h"

namespace bitbasin {

void fail_sqlite(const std::string& path, double lock_timeout, const SQLite::Exception& error) {
  switch (error.getErrorCode()) {
    case SQLITE_FULL:
      fail("expected room for the store {} but the disk is full; what was stored before is safe", path);
    case SQLITE_READONLY:
      fail("expected a store that can be written but {} is read-only", path);
    case SQLITE_CANTOPEN:
      fail("expected to open the store {} but the file or its folder does not allow it", path);
    case SQLITE_PERM:
    case SQLITE_AUTH:
      fail("expected to be allowed to use the store {} but access is denied: {}", path, error.what());
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      fail("expected the store {} to become free within {} s but another process keeps it locked", path,
           lock_timeout);
    case SQLITE_NOTADB:
      fail("expected a store in {} but it is none, or its first bytes are damaged", path);
    case SQLITE_CORRUPT:
      fail("expected a store in {} but its bytes are damaged: {}", path, error.what());
    case SQLITE_IOERR:
      fail(
          "expected to read and write the store {} but the disk does not let it: {}; what was stored before "
          "is safe",
          path, error.what());
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    default:
      fail("expected the store {} to answer but got the error: {}", path, error.what());
  }
}

}  // namespace bitbasin
