// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/sha256.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::sha256_test {
namespace {

constexpr const char* kOfAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

// The examples that NIST gives for FIPS 180-4.
TEST(Sha256, GivesTheDigestsOfTheStandard) {
  EXPECT_EQ(hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex(sha256("abc")), kOfAbc);
  EXPECT_EQ(hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hex(sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                       "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(hex(sha256(std::string(1000000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesGiveTheDigestOfTheWhole) {
  const std::string text(300, 'x');
  for (std::size_t first = 0; first <= text.size(); ++first) {
    for (const std::size_t second : {0u, 1u, 63u, 64u, 65u}) {
      Sha256 hash;
      hash.update(text.substr(0, first));
      hash.update(text.substr(first, second));
      hash.update(text.substr(std::min(text.size(), first + second)));
      EXPECT_EQ(hash.digest(), sha256(text)) << first << " " << second;
    }
  }
}

TEST(Sha256, OfAFileIsThatOfItsContent) {
  const TempFolder folder;
  EXPECT_EQ(sha256_of_file(folder.add("a", "abc")), kOfAbc);
  EXPECT_EQ(sha256_of_file(folder.add_gzip("a.gz", "abc")), kOfAbc);
}

}  // namespace
}  // namespace bitbasin::sha256_test
