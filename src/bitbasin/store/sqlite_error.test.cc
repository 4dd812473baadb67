// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/store/sqlite_error.h"

#include <gmock/gmock.h>
#include <sqlite3.h>

#include <new>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::sqlite_error_test {
namespace {

using ::testing::HasSubstr;

// What each error says, whether or not a test can bring it about.
TEST(SqliteError, SaysWhatWasExpectedOfTheStore) {
  const std::pair<int, const char*> texts[] = {
      {SQLITE_FULL, "the disk is full; what was stored before is safe"},
      {SQLITE_READONLY, "runs.db is read-only"},
      {SQLITE_CANTOPEN, "the file or its folder does not allow it"},
      {SQLITE_PERM, "access is denied: why"},
      {SQLITE_AUTH, "access is denied: why"},
      {SQLITE_BUSY, "within 2.5 s but another process keeps it locked"},
      {SQLITE_LOCKED, "within 2.5 s but another process keeps it locked"},
      {SQLITE_NOTADB, "it is none, or its first bytes are damaged"},
      {SQLITE_CORRUPT, "but its bytes are damaged: why"},
      {SQLITE_IOERR, "the disk does not let it: why"},
      {SQLITE_MISUSE, "got the error: why"},
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
