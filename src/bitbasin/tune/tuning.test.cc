// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/tune/tuning.h"

#include <gmock/gmock.h>

#include <map>

#include "bitbasin/base/error.h"
#include "bitbasin/data/data_sets.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/json/json.h"

namespace bitbasin::tuning_test {
namespace {

using ::testing::HasSubstr;

// Rows of numbers whose class is the larger of two sums.
class Table {
 public:
  Table() {
    for (const auto& [name, rows] : {std::pair("train", 120), std::pair("test", 20)}) {
      std::string numbers;
      std::string labels;
      Stream stream(7, purpose("tuning_test"), static_cast<std::uint64_t>(rows));
      for (int r = 0; r < rows; ++r) {
        int sums[2] = {};
        for (int i = 0; i < 6; ++i) {
          const auto x = static_cast<std::uint8_t>(stream.next() % 200);
          numbers += static_cast<char>(x);
          sums[i % 2] += x;
        }
        labels += sums[0] > sums[1] ? '\1' : '\0';
      }
      add(std::string(name) + "-images", {rows, 1, 6}, numbers);
      add(std::string(name) + "-labels", {rows}, labels);
    }
  }

  TuningOptions options() const {
    return {.size_limit = "8KB", .candidates = 4, .epochs = 9, .brackets = 2, .validation = 30};
  }
  std::unique_ptr<Tuning> tuned(const std::string& store_name, RunLimits limits = {}, int threads = 1) const {
    const DataSet data = load_data_set(folder_.path());
    auto tuning = std::make_unique<Tuning>(options(), folder_.path(), data.train, 1);
    Store store = Store::open(folder_.path(store_name));
    RunControl control(std::move(limits));
    tuning->run(store, threads, control, [](const Tuning::Round&) {});
    return tuning;
  }
  const TempFolder& folder() const { return folder_; }

 private:
  // IDX, big-endian.
  void add(const std::string& name, const std::vector<int>& shape, const std::string& bytes) {
    const std::string file = (name.starts_with("train") ? "train" : "t10k") + name.substr(name.find('-')) +
                             (shape.size() == 3 ? "-idx3-ubyte" : "-idx1-ubyte");
    std::string text = {'\0', '\0', '\x08', static_cast<char>(shape.size())};
    for (const int extent : shape) text += {'\0', '\0', '\0', static_cast<char>(extent)};
    folder_.add(file, text + bytes);
  }

  TempFolder folder_;
};

std::vector<std::string> texts(const std::vector<Trial>& trials) {
  std::vector<std::string> all;
  for (const Trial& t : trials) all.push_back(fmt::format("{} {}", t.scores.error, job_text(t.training)));
  return all;
}

TEST(Tuning, FewerTrainingsBecomeLonger) {
  const Table table;
  const auto tuning = table.tuned("a.db");
  EXPECT_EQ(tuning->brackets(), 2);
  EXPECT_EQ(tuning->failed(), 0u);
  EXPECT_EQ(tuning->trainings(), 2u * (4 + 2 + 1));
  std::map<std::int64_t, int> lengths;
  Store store = Store::read(table.folder().path("a.db"));
  store.each_result([&](const ResultRow& row, std::int64_t) {
    const Json parameters = Json::parse(row.parameters).value();
    ++lengths[parameters["epochs"].get<std::int64_t>()];
    EXPECT_EQ(parameters["validation"], 30);
    EXPECT_LE(std::stoi(parameters["size_limit"].get<std::string>()), 8000);
  });
  EXPECT_EQ(lengths, (std::map<std::int64_t, int>{{1, 8}, {3, 4}, {9, 2}}));
  const std::vector<Trial> front = tuning->front();
  ASSERT_FALSE(front.empty());
  for (const Trial& trial : front) {
    EXPECT_EQ(trial.training.epochs, 9);
    EXPECT_LE(trial.scores.bytes, 8000);
    EXPECT_LT(trial.scores.error, 0.4);
    EXPECT_LT(trial.training.k2, 1000);
  }
}

TEST(Tuning, ContinuesFromItsStore) {
  const Table table;
  const auto whole = table.tuned("whole.db", {}, 2);
  // Stopped in the middle of the first bracket, then without any time, then to the end.
  const auto part = table.tuned("part.db", {.work = 3});
  EXPECT_LT(part->trainings(), whole->trainings());
  EXPECT_EQ(part->brackets(), 0);
  const auto rest = table.tuned("part.db");
  EXPECT_EQ(rest->known_before(), part->trainings());
  EXPECT_EQ(texts(rest->front()), texts(whole->front()));
  const auto again = table.tuned("part.db", {.seconds = 0});
  EXPECT_EQ(again->known_before(), whole->trainings());
  EXPECT_EQ(texts(again->front()), texts(whole->front()));
}

TEST(Tuning, RefusesWithASentence) {
  ImageSet few;
  few.rows = 1;
  few.columns = 6;
  few.pixels.resize(5 * 6);
  const auto error = [&](const TuningOptions& options) {
    return error_text([&] { Tuning(options, "few", few, 1); });
  };
  EXPECT_EQ(error({}), "expected to hold out fewer than the 5 training images, and at least one, got 0");
  EXPECT_THAT(error({.validation = 5}), HasSubstr("got 5"));
  EXPECT_THAT(error({.size_limit = "tiny", .validation = 2}), HasSubstr("expected a size in bytes"));
}

}  // namespace
}  // namespace bitbasin::tuning_test
