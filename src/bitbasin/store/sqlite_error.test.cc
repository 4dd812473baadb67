// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/store/sqlite_error.h"

#include <gmock/gmock.h>
#include <sqlite3.h>

#include <new>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::sqlite_error_test {
namespace {

using ::testing::HasSubstr;

// The sentence of each error, even of those that a test cannot cause.
TEST(SqliteError, SaysWhatWasExpectedOfTheStore) {
  const std::pair<int, const char*> texts[] = {
      {SQLITE_FULL, "the disk is full: cannot write to the store runs.db; results stored before are safe"},
      {SQLITE_READONLY, "cannot write to the store runs.db: it is read-only"},
      {SQLITE_CANTOPEN, "the file or its folder does not allow it"},
      {SQLITE_PERM, "access is denied: why"},
      {SQLITE_AUTH, "access is denied: why"},
      {SQLITE_BUSY, "is still locked by another process after 2.5 s"},
      {SQLITE_LOCKED, "is still locked by another process after 2.5 s"},
      {SQLITE_NOTADB, "runs.db is not a store, or its first bytes are damaged"},
      {SQLITE_CORRUPT, "the store runs.db is damaged: why"},
      {SQLITE_IOERR, "disk error: why; results stored before are safe"},
      {SQLITE_MISUSE, "cannot use the store runs.db: why"},
  };
  for (const auto& [code, text] : texts) {
    const std::string said = error_text([code = code] { fail_sqlite("runs.db", 2.5, {"why", code}); });
    EXPECT_THAT(said, HasSubstr(text)) << code;
    EXPECT_THAT(said, HasSubstr("runs.db")) << code;
  }
  EXPECT_THROW(fail_sqlite("runs.db", 2.5, {"why", SQLITE_NOMEM}), std::bad_alloc);
}

}  // namespace
}  // namespace bitbasin::sqlite_error_test
