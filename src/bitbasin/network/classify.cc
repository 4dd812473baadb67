// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/classify.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>

#include "bitbasin/base/parallel.h"
#include "bitbasin/network/readout.h"
#include "bitbasin/network/unit_sums.h"

namespace bitbasin {
namespace {

// Calls use(pattern, readout) for every pattern, from several threads.
template <class Use>
void for_each_readout(const CommitteeArray& network, const BitMatrix& patterns, int threads, Use use) {
  constexpr std::size_t kBatch = 32;
  assert(patterns.cols() == network.shape.inputs);
  const SlicedWeights weights(LaneLayout(network.shape), network.weights);
  const std::size_t depth = network.shape.depth;
  parallel_ranges(patterns.rows() / depth, kBatch, threads, [&](std::size_t begin, std::size_t end) {
    OnInputs batch;
    UnitSums sums(weights.layout(), kBatch);
    Readout readout(network.shape, network.outputs);
    for (std::size_t first = begin; first < end; first += kBatch) {
      const std::size_t last = std::min(end, first + kBatch);
      batch.clear();
      for (std::size_t r = first; r < last; ++r) batch.add(pattern(patterns, r, depth), weights.layout());
      sum_units(weights, batch, sums);
      for (std::size_t r = first; r < last; ++r) {
        readout.read(sums, r - first);
        use(r, readout);
      }
    }
  });
}

}  // namespace

std::vector<std::uint16_t> classify(const CommitteeArray& network, const BitMatrix& patterns, int threads) {
  std::vector<std::uint16_t> answers(patterns.rows() / network.shape.depth);
  for_each_readout(network, patterns, threads, [&](std::size_t r, const Readout& readout) {
    answers[r] = static_cast<std::uint16_t>(readout.label());
  });
  return answers;
}

std::vector<int> sum_labels(const CommitteeArray& network, const BitMatrix& patterns, int threads) {
  const std::size_t labels = network.shape.labels;
  std::vector<int> sums(patterns.rows() / network.shape.depth * labels);
  for_each_readout(network, patterns, threads, [&](std::size_t r, const Readout& readout) {
    std::ranges::copy(readout.sums(), sums.begin() + static_cast<std::ptrdiff_t>(r * labels));
  });
  return sums;
}

std::vector<int> sum_versions(const CommitteeArray& network, const BitMatrix& patterns, std::size_t images,
                              int threads) {
  std::vector<int> sums = sum_labels(network, patterns, threads);
  const std::size_t size = images * network.shape.labels;
  for (std::size_t i = size; i < sums.size(); ++i) sums[i % size] += sums[i];
  sums.resize(size);
  return sums;
}

void add_votes(std::vector<int>& sums, std::span<const int> votes) {
  if (sums.empty()) sums.resize(votes.size());
  assert(sums.size() == votes.size());
  std::ranges::transform(sums, votes, sums.begin(), std::plus<>());
}

std::vector<std::uint16_t> best_labels(std::span<const int> sums, std::size_t classes) {
  std::vector<std::uint16_t> answers(sums.size() / classes);
  for (std::size_t r = 0; r < answers.size(); ++r) {
    answers[r] = static_cast<std::uint16_t>(best_label(sums.subspan(r * classes, classes)));
  }
  return answers;
}

Evaluation evaluate(std::span<const int> sums, std::span<const std::uint16_t> labels, std::size_t classes) {
  assert(sums.size() == labels.size() * classes);
  Evaluation result{labels.size(), 0, 0, std::numeric_limits<int>::max(), {}};
  result.confusion.resize(classes * classes);
  for (std::size_t r = 0; r < labels.size(); ++r) {
    const std::span<const int> row = sums.subspan(r * classes, classes);
    const std::size_t answer = best_label(row);
    const int margin = label_margin(row, labels[r]);
    result.errors += answer != labels[r];
    result.strict_errors += margin <= 0;
    result.least_margin = std::min<std::int64_t>(result.least_margin, margin);
    ++result.confusion[labels[r] * classes + answer];
  }
  return result;
}

Evaluation evaluate(const CommitteeArray& network, const PatternSet& set, int threads) {
  assert(set.products == nullptr && set.depth == network.shape.depth &&
         set.patterns->rows() == set.depth * set.images());
  return evaluate(sum_labels(network, *set.patterns, threads), set.labels, network.shape.labels);
}

}  // namespace bitbasin
