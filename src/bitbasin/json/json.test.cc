// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/json/json.h"

#include <gtest/gtest.h>

#include <limits>

namespace bitbasin::json_test {
namespace {

TEST(Json, BracesMakeObjectsOfPairsAndListsOfTheRest) {
  const Json object = {{"n", 3}, {"name", "a"}, {"list", {1, 2.5, nullptr}}, {"inner", {{"yes", true}}}};
  EXPECT_EQ(object.dump(), R"({"n":3,"name":"a","list":[1,2.5,null],"inner":{"yes":true}})");
  EXPECT_EQ(Json({0.25, 0.5}).dump(), "[0.25,0.5]");
  EXPECT_EQ(Json({{"a", 1, 2}}).dump(), R"([["a",1,2]])");
  EXPECT_EQ(Json(std::vector<std::string>{"x", "y"}).dump(), R"(["x","y"])");
  EXPECT_EQ(Json::array().dump(), "[]");
  EXPECT_EQ(Json::object().dump(), "{}");
  EXPECT_EQ(Json().dump(), "null");
}

TEST(Json, TextIsReadBackAsItWasWritten) {
  for (const char* text : {"null", "true", "-1", "18446744073709551615", "-9223372036854775808", "1e-05",
                           "1.0", R"("a\n\"b\"")", "[]", "{}", R"([[],{"z":[1,{"a":null}],"a":0.1}])"}) {
    ASSERT_TRUE(Json::parse(text)) << text;
    EXPECT_EQ(Json::parse(text)->dump(), text);
  }
  EXPECT_EQ(Json::parse(R"({"a":1,"b":[2]})")->dump(1), "{\n \"a\": 1,\n \"b\": [\n  2\n ]\n}");
  for (const char* text : {"", "{", "[1,]", "{\"a\"}", "1 2", "nul"}) EXPECT_FALSE(Json::parse(text)) << text;
}

TEST(Json, BytesThatAreNoTextAreReplaced) {
  EXPECT_EQ(Json("a\xff").dump(), "\"a\xef\xbf\xbd\"");
  EXPECT_EQ(Json("a\xff").dump(-1, true), "\"a\\ufffd\"");
  EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).dump(), "null");
}

TEST(Json, NumbersAreComparedByValue) {
  EXPECT_EQ(Json(1), Json(1u));
  EXPECT_EQ(Json(1), Json(1.0));
  EXPECT_NE(Json(-1), Json(~std::uint64_t{0}));
  EXPECT_LT(Json(-1), Json(~std::uint64_t{0}));
  EXPECT_LT(Json(-2), Json(-1));
  EXPECT_GT(Json(2.5), Json(2));
  EXPECT_NE(Json(1), Json(true));
  EXPECT_FALSE(Json("a") < Json("b"));
  EXPECT_NE(Json(nullptr), Json(0));
  EXPECT_EQ((Json{{"a", {1, 2}}}), *Json::parse(R"({"a": [1.0, 2]})"));
}

TEST(Json, KeysKeepTheirOrderAndCanBeReplaced) {
  Json object;
  object["z"] = 1;
  object["a"] = 2;
  object["z"] = 3;
  object.update({{"a", 4}, {"b", 5}});
  EXPECT_EQ(object.dump(), R"({"z":3,"a":4,"b":5})");
  object.erase("z");
  object.erase("nothing");
  EXPECT_EQ(object.size(), 2u);
  EXPECT_EQ(object.value("a", 0), 4);
  EXPECT_EQ(object.value("c", 7), 7);
  EXPECT_EQ(object.find("c"), nullptr);
  EXPECT_EQ(Json(3).find("c"), nullptr);
}

TEST(Json, AsksForWhatIsThere) {
  const Json object = {{"list", {1, -2}}, {"text", "t"}, {"large", ~std::uint64_t{0}}, {"real", 2.75}};
  EXPECT_EQ(object["list"].back().get<int>(), -2);
  EXPECT_EQ(object["list"].back().get<double>(), -2.0);
  EXPECT_EQ(object["large"].get<std::uint64_t>(), ~std::uint64_t{0});
  EXPECT_EQ(object["large"].get<double>(), 18446744073709551615.0);
  EXPECT_EQ(object["real"].get<int>(), 2);
  EXPECT_THROW(object["text"].get<double>(), JsonError);
  EXPECT_THROW(object["text"].get<bool>(), JsonError);
  EXPECT_THROW(object["list"].text(), JsonError);
  EXPECT_THROW(object["list"].items(), JsonError);
  EXPECT_THROW(object["list"].at(2), JsonError);
  EXPECT_THROW(object["text"].begin(), JsonError);
  EXPECT_THROW(object["nothing"], JsonError);
}

}  // namespace
}  // namespace bitbasin::json_test
