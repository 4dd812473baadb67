// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/divided_patterns.h"

#include <cstring>

#include "bitbasin/base/error.h"
#include "bitbasin/perceptron/messages/rounded_product.h"

namespace bitbasin {
namespace {

enum class Question : char { open, forward, backward, violates_none, count_errors };

template <class T>
void append(std::string& bytes, std::span<const T> values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

template <class T>
std::string question(Question kind, std::span<const T> values) {
  std::string bytes;
  bytes.reserve(1 + values.size_bytes());
  bytes.push_back(static_cast<char>(kind));
  append(bytes, values);
  return bytes;
}

template <class T>
void read(std::string_view bytes, std::span<T> values) {
  if (bytes.size() != values.size_bytes()) {
    fail("expected a message of {} bytes from another rank, got {}: all ranks must run the same command",
         values.size_bytes(), bytes.size());
  }
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
}

std::uint64_t read_count(std::string_view bytes) {
  std::uint64_t count = 0;
  read(bytes, std::span(&count, 1));
  return count;
}

std::size_t first_pattern(std::size_t patterns, int rank, int size) {
  return patterns * static_cast<std::size_t>(rank) / static_cast<std::size_t>(size);
}

std::unique_ptr<ExactPatterns> open_part(const PerceptronInstance& instance, SolveSetup setup, int rank,
                                         int size) {
  const std::size_t begin = first_pattern(instance.patterns(), rank, size);
  const std::size_t end = first_pattern(instance.patterns(), rank + 1, size);
  if (begin == end) setup.device = Device::cpu;  // nothing to put on a GPU
  return open_patterns_here(part_of(instance, begin, end), setup);
}

}  // namespace

DividedPatterns::DividedPatterns(const PerceptronInstance& instance, const SolveSetup& setup)
    : n_(instance.n()), patterns_(instance.patterns()), ranks_(*setup.ranks), sums_(n_) {
  constexpr double kPatience = 10;  // to make the patterns takes longer than a product with them
  check_product_size(n_, patterns_);
  ranks_.ask_all(question<char>(Question::open, {}));
  SolveSetup own = setup;
  own.threads = ranks_.threads();
  mine_ = open_part(instance, own, 0, ranks_.size());
  for (int rank = 1; rank < ranks_.size(); ++rank) {
    const std::size_t theirs =
        first_pattern(patterns_, rank + 1, ranks_.size()) - first_pattern(patterns_, rank, ranks_.size());
    if (read_count(ranks_.answer(rank, kPatience)) != theirs) {
      fail("rank {} has other patterns: all ranks must run the same command", rank);
    }
  }
}

void DividedPatterns::forward(std::span<const std::int16_t> in, std::span<std::int32_t> out) {
  ranks_.ask_all(question(Question::forward, in));
  mine_->forward(in, out.first(mine_->patterns()));
  for (int rank = 1; rank < ranks_.size(); ++rank) {
    const std::size_t begin = first_pattern(patterns_, rank, ranks_.size());
    const std::size_t end = first_pattern(patterns_, rank + 1, ranks_.size());
    read(ranks_.answer(rank), out.subspan(begin, end - begin));
  }
}

void DividedPatterns::backward(std::span<const std::int16_t> in, std::span<std::int32_t> out) {
  std::vector<std::string> questions;
  for (int rank = 0; rank < ranks_.size(); ++rank) {
    const std::size_t begin = first_pattern(patterns_, rank, ranks_.size());
    const std::size_t end = first_pattern(patterns_, rank + 1, ranks_.size());
    questions.push_back(question(Question::backward, in.subspan(begin, end - begin)));
  }
  ranks_.ask_each(questions);
  mine_->backward(in.first(mine_->patterns()), out);
  for (int rank = 1; rank < ranks_.size(); ++rank) {
    read(ranks_.answer(rank), std::span(sums_));
    for (std::size_t i = 0; i < n_; ++i) out[i] += sums_[i];
  }
}

bool DividedPatterns::violates_none(const BitVector& w) {
  if (!mine_->violates_none(w)) return false;
  ranks_.ask_all(question(Question::violates_none, w.words()));
  bool none = true;
  for (int rank = 1; rank < ranks_.size(); ++rank) none = read_count(ranks_.answer(rank)) == 0 && none;
  return none;
}

std::size_t DividedPatterns::count_errors(const BitVector& w) {
  ranks_.ask_all(question(Question::count_errors, w.words()));
  std::size_t errors = mine_->count_errors(w);
  for (int rank = 1; rank < ranks_.size(); ++rank) errors += read_count(ranks_.answer(rank));
  return errors;
}

std::string PatternsOfRank::answer(std::string_view request) {
  if (mine_ == nullptr) mine_ = open_part(make_(), setup_, rank_, size_);
  const auto kind = static_cast<Question>(request.at(0));
  const std::string_view body = request.substr(1);
  std::string reply;
  const auto reply_count = [&](std::uint64_t count) {
    append(reply, std::span<const std::uint64_t>(&count, 1));
  };
  const auto reply_product = [&](std::size_t columns, std::size_t rows, auto multiply) {
    entries_.resize(columns);
    sums_.resize(rows);
    read(body, std::span(entries_));
    multiply(entries_, sums_);
    append(reply, std::span<const std::int32_t>(sums_));
  };
  const auto weights = [&] {
    BitVector w(mine_->n());
    read(body, w.words());
    return w;
  };
  switch (kind) {
    case Question::open:
      reply_count(mine_->patterns());
      break;
    case Question::forward:
      reply_product(mine_->n(), mine_->patterns(), [&](auto& in, auto& out) { mine_->forward(in, out); });
      break;
    case Question::backward:
      reply_product(mine_->patterns(), mine_->n(), [&](auto& in, auto& out) { mine_->backward(in, out); });
      break;
    case Question::violates_none:
      reply_count(mine_->violates_none(weights()) ? 0 : 1);
      break;
    case Question::count_errors:
      reply_count(mine_->count_errors(weights()));
      break;
    default:
      fail("expected a question about patterns from rank 0, got another");
  }
  return reply;
}

}  // namespace bitbasin
