// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/progress_line.h"

#include <gtest/gtest.h>
#include <stdlib.h>

namespace bitbasin::progress_line_test {
namespace {

TEST(ProgressLine, SaysWhatIsKnown) {
  EXPECT_EQ(progress_text({"solving", 120}, 0), "solving 120");
  EXPECT_EQ(progress_text({"solving", 120, 1000}, 0), "solving 120/1000 (12%)");
  EXPECT_EQ(progress_text({"solving", 120, 1000, 3}, 40), "solving 120/1000 (12%), best 3, 40/s, 22 s left");
  EXPECT_EQ(progress_text({"training", 5, 10, 2, "validation 3 %"}, 1),
            "training 5/10 (50%), best 2, validation 3 %, 1/s, 5 s left");
  EXPECT_EQ(progress_text({"solving", 120}, 12345), "solving 120, 1.23e+04/s");
  EXPECT_EQ(progress_text({"solving", 0, 36000}, 1), "solving 0/36000 (0%), 1/s, 10.0 h left");
  EXPECT_EQ(progress_text({"solving", 0, 600}, 1), "solving 0/600 (0%), 1/s, 10 min left");
}

// What three reports and the end put on a stream.
std::string drawn(bool enabled) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* stream = open_memstream(&text, &size);
  {
    ProgressLine line(stream, enabled);
    line.show({"reading", 5}, 1.0);
    line.show({"solving", 10, 100}, 2.0);
    line.show({"solving", 30, 100}, 4.0);
  }
  std::fclose(stream);
  const std::string all(text, size);
  free(text);
  return all;
}

TEST(ProgressLine, OverwritesItselfAndIsErased) {
  const std::string clear = "\r\x1b[K";
  EXPECT_EQ(drawn(true), clear + "reading 5" + clear + "solving 10/100 (10%)" + clear +
                             "solving 30/100 (30%), 10/s, 7 s left" + clear);
  EXPECT_EQ(drawn(false), "");
}

TEST(ProgressLine, ErasesTheLinesAboveIt) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* stream = open_memstream(&text, &size);
  {
    ProgressLine line(stream, true);
    const std::string wide(100, 'x');
    std::size_t most = 0;
    line.show({"tasks", 1}, 1.0, [&](std::size_t rows) {
      most = rows;
      return std::vector<std::string>{"a table", wide};
    });
    EXPECT_EQ(most, 23u);  // of the 24 rows that a stream without a size is taken to have
    line.show({"tasks", 1}, 2.0);
  }
  std::fclose(stream);
  const std::string all(text, size), clear = "\r\x1b[K", up = "\x1b[A\x1b[K";
  free(text);
  EXPECT_EQ(all,
            clear + "a table\n" + std::string(79, 'x') + "\ntasks 1" + clear + up + up + "tasks 1" + clear);
}

}  // namespace
}  // namespace bitbasin::progress_line_test
