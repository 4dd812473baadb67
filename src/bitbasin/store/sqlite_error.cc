// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/store/sqlite_error.h"

#include <sqlite3.h>

#include <new>

#include "bitbasin/base/error.h"

namespace bitbasin {

void fail_sqlite(const std::string& path, double lock_timeout, const SQLite::Exception& error) {
  switch (error.getErrorCode()) {
    case SQLITE_FULL:
      fail("the disk is full: cannot write to the store {}; results stored before are safe", path);
    case SQLITE_READONLY:
      fail("cannot write to the store {}: it is read-only", path);
    case SQLITE_CANTOPEN:
      fail("cannot open the store {}: the file or its folder does not allow it", path);
    case SQLITE_PERM:
    case SQLITE_AUTH:
      fail("cannot use the store {}: access is denied: {}", path, error.what());
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      fail("the store {} is still locked by another process after {} s", path, lock_timeout);
    case SQLITE_NOTADB:
      fail("{} is not a store, or its first bytes are damaged", path);
    case SQLITE_CORRUPT:
      fail("the store {} is damaged: {}", path, error.what());
    case SQLITE_IOERR:
      fail("cannot read or write the store {}: disk error: {}; results stored before are safe", path,
           error.what());
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    default:
      fail("cannot use the store {}: {}", path, error.what());
  }
}

}  // namespace bitbasin
