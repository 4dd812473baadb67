// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/trainer.h"

#include <gtest/gtest.h>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/network/classify.h"
#include "bitbasin/network/toy_network.test.h"
#include "bitbasin/rng/bernoulli.h"
#include "bitbasin/rng/poisson.h"
#include "bitbasin/rng/shuffle.h"

namespace bitbasin::trainer_test {
namespace {

const CommitteeShape kShape{71, 5, 12, 4};

// A trainer without any of the tricks: integers, one pattern at a time, every unit evaluated every time,
// reinforcement drawn with the same names.
class NaiveTrainer {
 public:
  NaiveTrainer(const PatternSet& set, const CommitteeShape& shape, const TrainingOptions& options)
      : set_(set), options_(options), network_(make_committee_array(shape, options.seed)) {
    for (std::size_t u = 0; u < shape.all_units(); ++u) {
      Stream stream(options.seed, purpose("network.weights"), u);
      stream.fill(network_.weights.row(u));
      clear_padding(network_.weights.row(u), shape.inputs);
      std::vector<int> h(shape.inputs);
      for (std::size_t i = 0; i < shape.inputs; ++i) h[i] = network_.weights.sign(u, i);
      h_.push_back(h);
    }
    reinforced_.assign(shape.all_units(), 0);
  }

  void epoch() {
    Stream stream(options_.seed, purpose("network.order"), epoch_);
    auto order = random_permutation(stream, static_cast<std::uint32_t>(set_.images()));
    double rate = *options_.reinforcement;
    for (std::uint64_t e = 0; e < epoch_; ++e) rate = std::min(1.0, rate * *options_.growth);
    for (std::uint32_t& row : order) {
      row += static_cast<std::uint32_t>(uniform_below(stream, set_.versions()) * set_.images());
    }
    for (std::size_t t = 0; t < order.size(); ++t) {
      present(order[t], before_ + rate * static_cast<double>(t), epoch_ * set_.images() + t);
    }
    before_ += rate * static_cast<double>(order.size());
    ++epoch_;
  }

  const CommitteeArray& network() const { return network_; }

 private:
  void present(std::size_t row, double now, std::uint64_t presentation) {
    const CommitteeShape& s = network_.shape;
    const std::size_t label = set_.labels[row % set_.images()];
    const BitMatrix rows = as_seen(set_.pattern(row), presentation);
    const PatternView x = pattern(rows, 0, set_.depth);
    const int margin = label_margin(label_sums(network_, x), label);
    if (margin > 0 && margin >= *options_.robustness) return;
    for (std::size_t k = 0; k < s.committees; ++k) {
      const int wanted = network_.outputs.sign(label, k);
      int votes = 0, best = 0;
      std::size_t easiest = 0;
      for (std::size_t j = 0; j < s.units; ++j) {
        int field = 0;
        for (std::size_t i = 0; i < s.inputs; ++i) {
          field += network_.weights.sign(s.unit(j, k), i) * x.value(i);
        }
        votes += wanted * field > 0 ? 1 : -1;
        if (wanted * field < 0 && (best == 0 || wanted * field > best)) {
          best = wanted * field;
          easiest = s.unit(j, k);
        }
      }
      if (votes < 0) learn(easiest, wanted, x, now, presentation);
    }
  }

  BitMatrix as_seen(const PatternView& image, std::uint64_t presentation) const {
    BitMatrix rows(set_.depth, image.inputs());
    Stream stream(options_.seed, purpose("network.flips"), presentation);
    for (std::size_t p = 0; p < set_.depth; ++p) {
      if (options_.flip > 0) fill_bernoulli(stream, *options_.flip, rows.row(p));
      for (std::size_t i = 0; i < image.inputs(); ++i) {
        rows.set(p, i, rows.get(p, i) != image.rows->get(image.first + p, i));
      }
      clear_padding(rows.row(p), image.inputs());
    }
    return rows;
  }

  void learn(std::size_t unit, int wanted, const PatternView& x, double now, std::uint64_t presentation) {
    std::vector<int>& h = h_[unit];
    const double mean = (now - reinforced_[unit]) * static_cast<double>(h.size());
    reinforced_[unit] = now;
    if (mean > 0) {
      Stream stream(options_.seed, purpose("network.reinforcement"), presentation * h_.size() + unit);
      const std::uint64_t events = poisson(stream, mean);
      std::uint64_t word = 0;
      for (std::uint64_t e = 0; e < events; ++e) {
        word = e % 2 == 0 ? stream.next() : word >> 32;
        int& state = h[(word & 0xffffffff) * h.size() >> 32];
        state += (state > 0 ? 2 : -2) * network_.shape.levels();
      }
    }
    for (std::size_t i = 0; i < h.size(); ++i) {
      h[i] += 2 * wanted * x.value(i);
      network_.weights.set(unit, i, h[i] > 0);
    }
  }

  PatternSet set_;
  TrainingOptions options_;
  CommitteeArray network_;
  std::vector<std::vector<int>> h_;
  std::vector<double> reinforced_;
  double before_ = 0;
  std::uint64_t epoch_ = 0;
};

struct Fixture {
  ToySet toy = toy_set(150, kShape.inputs, kShape.labels, 0.3, 5);
  PatternSet set = toy.set();
  TrainingOptions options{.robustness = 4, .reinforcement = 1e-3, .growth = 1.5, .seed = 3};
};

TEST(Trainer, DoesWhatTheNaiveOneDoesAtEveryLevelAndBatch) {
  Fixture f;
  NaiveTrainer naive(f.set, kShape, f.options);
  std::vector<CommitteeArray> expected;
  for (int e = 0; e < 4; ++e) {
    naive.epoch();
    expected.push_back(naive.network());
  }
  for_every_simd_level([&](std::string_view) {
    for (const std::int64_t batch : {1, 4, 32, 1000}) {
      SCOPED_TRACE(batch);
      f.options.batch = batch;
      Trainer trainer(f.set, kShape, f.options, batch == 4 ? 2 : 1);
      RunControl control;
      for (const CommitteeArray& network : expected) {
        ASSERT_TRUE(trainer.run_epoch(control));
        ASSERT_EQ(trainer.network(), network);
      }
    }
  });
}

TEST(Trainer, DoesWhatTheNaiveOneDoesWithDeeperInputs) {
  for (const std::size_t depth : {2u, 3u}) {
    Fixture f;
    CommitteeShape shape = kShape;
    shape.depth = depth;
    const PatternSet set{&f.toy.patterns, std::span(f.toy.labels).first(150 / depth), depth};
    NaiveTrainer naive(set, shape, f.options);
    for (const int threads : {1, 2}) {
      NaiveTrainer expected = naive;
      Trainer trainer(set, shape, f.options, threads);
      RunControl control;
      for (int e = 0; e < 3; ++e) {
        expected.epoch();
        ASSERT_TRUE(trainer.run_epoch(control));
        ASSERT_EQ(trainer.network(), expected.network());
      }
    }
  }
}

TEST(Trainer, DoesWhatTheNaiveOneDoesWithFlippedBits) {
  for (const std::size_t depth : {1u, 2u}) {
    Fixture f;
    f.options.flip = 0.1;
    CommitteeShape shape = kShape;
    shape.depth = depth;
    const PatternSet set{&f.toy.patterns, std::span(f.toy.labels).first(150 / depth), depth};
    NaiveTrainer naive(set, shape, f.options);
    for (int e = 0; e < 3; ++e) naive.epoch();
    for (const std::int64_t batch : {1, 7, 1000}) {
      f.options.batch = batch;
      for (const int threads : {1, 2}) {
        Trainer trainer(set, shape, f.options, threads);
        RunControl control;
        for (int e = 0; e < 3; ++e) ASSERT_TRUE(trainer.run_epoch(control));
        EXPECT_EQ(trainer.network(), naive.network()) << batch << ' ' << threads;
      }
    }
  }
}

TEST(Trainer, MakesProductsAsIfTheyWereThere) {
  Fixture f;
  const BitProducts products = random_products(kShape.inputs, {2}, 1);
  const PackedBitProducts packed(products);
  CommitteeShape shape = kShape;
  shape.inputs += products.outputs();
  BitMatrix all(f.toy.patterns.rows(), shape.inputs);
  for (std::size_t r = 0; r < all.rows(); ++r) std::ranges::copy(f.toy.patterns.row(r), all.row(r).begin());
  packed.apply(nullptr, all.rows(), all, 0, kShape.inputs);
  const std::span labels = std::span(f.toy.labels).first(50);  // three versions of each
  for (const double flip : {0.0, 0.1}) {
    f.options.flip = flip;
    NaiveTrainer naive({&all, labels}, shape, f.options);
    for (int e = 0; e < 3; ++e) naive.epoch();
    for (const int threads : {1, 2}) {
      Trainer trainer({&f.toy.patterns, labels, 1, &packed}, shape, f.options, threads);
      RunControl control;
      for (int e = 0; e < 3; ++e) ASSERT_TRUE(trainer.run_epoch(control));
      EXPECT_EQ(trainer.network(), naive.network()) << flip << ' ' << threads;
    }
  }
}

TEST(Trainer, ReinforcesAtMostOncePerSynapseAndPresentation) {
  Fixture f;
  f.options.reinforcement = 0.3;
  f.options.growth = 2;  // 0.3, 0.6, 1, 1
  NaiveTrainer naive(f.set, kShape, f.options);
  Trainer trainer(f.set, kShape, f.options, 1);
  RunControl control;
  for (int e = 0; e < 4; ++e) {
    naive.epoch();
    trainer.run_epoch(control);
    ASSERT_EQ(trainer.network(), naive.network());
  }
}

TEST(Trainer, ShowsEachImageOnceInARandomVersion) {
  Fixture f;
  const std::size_t images = 50;  // three versions of each
  PatternSet versions{&f.toy.patterns, std::span(f.toy.labels).first(images)};
  ASSERT_EQ(versions.versions(), 3u);
  NaiveTrainer naive(versions, kShape, f.options);
  Trainer trainer(versions, kShape, f.options, 1);
  RunControl control;
  for (int e = 0; e < 3; ++e) {
    naive.epoch();
    EXPECT_EQ(trainer.run_epoch(control)->presentations, images);
    EXPECT_EQ(trainer.network(), naive.network());
  }
}

TEST(Trainer, StoppedAnywhereGoesOnToTheSameWeights) {
  Fixture f;
  Trainer whole(f.set, kShape, f.options, 1);
  RunControl control;
  std::vector<EpochCounts> counts;
  for (int e = 0; e < 3; ++e) counts.push_back(*whole.run_epoch(control));

  TrainerState state = Trainer(f.set, kShape, f.options, 1).state();
  std::vector<EpochCounts> pieces;
  f.options.batch = 7;
  while (pieces.size() < 3) {
    Trainer trainer(f.set, state, f.options, 1);
    RunLimits limits;
    limits.work = 40;
    RunControl budget(limits);
    while (pieces.size() < 3) {
      const auto epoch = trainer.run_epoch(budget);
      if (!epoch) break;
      pieces.push_back(*epoch);
    }
    state = trainer.state();
  }
  EXPECT_EQ(state.network, whole.network());
  EXPECT_TRUE(std::ranges::equal(state.hidden.stored(), whole.state().hidden.stored()));
  EXPECT_EQ(pieces, counts);
}

TEST(Trainer, LearnsWhatCanBeLearnt) {
  ToySet all = toy_set(1400, 101, 10, 0.2, 5);
  const ToySet toy = rows_of(all, 0, 400);
  Trainer trainer(toy.set(), CommitteeShape{101, 5, 20, 10}, {.reinforcement = 1e-5}, 1);
  RunControl control;
  EpochCounts counts;
  for (int e = 0; e < 100; ++e) {
    counts = *trainer.run_epoch(control);
    if (counts.signals == 0) break;
  }
  EXPECT_EQ(counts.signals, 0u);
  const Evaluation evaluation = evaluate(trainer.network(), toy.set(), 1);
  EXPECT_EQ(evaluation.strict_errors, 0u);
  EXPECT_EQ(evaluation.errors, 0u);
  EXPECT_GT(evaluation.least_margin, 0);
  // More of the same classes, never seen: the noise is far from the middle.
  const ToySet fresh = rows_of(all, 400, 1400);
  for (std::size_t i = 0; i < 400; ++i) {
    for (std::size_t j = 0; j < 1000; ++j) {
      ASSERT_FALSE(std::ranges::equal(toy.patterns.row(i), fresh.patterns.row(j)));
    }
  }
  EXPECT_LT(evaluate(trainer.network(), fresh.set(), 2).error(), 0.05);
}

TEST(Evaluation, CountsWhatThePlainLoopSays) {
  const ToySet toy = toy_set(133, kShape.inputs, kShape.labels, 0.3, 5);
  const CommitteeArray network = random_network(kShape, 2);
  const Evaluation evaluation = evaluate(network, toy.set(), 2);
  const std::vector<std::uint16_t> answers = classify(network, toy.patterns, 3);
  std::size_t errors = 0, strict = 0;
  std::vector<std::uint32_t> confusion(16);
  for (std::size_t r = 0; r < 133; ++r) {
    const auto sums = label_sums(network, pattern(toy.patterns, r, 1));
    EXPECT_EQ(answers[r], best_label(sums));
    errors += best_label(sums) != toy.labels[r];
    strict += label_margin(sums, toy.labels[r]) <= 0;
    ++confusion[toy.labels[r] * 4u + best_label(sums)];
  }
  EXPECT_EQ(evaluation.errors, errors);
  EXPECT_EQ(evaluation.strict_errors, strict);
  EXPECT_EQ(evaluation.confusion, confusion);
}

}  // namespace
}  // namespace bitbasin::trainer_test
