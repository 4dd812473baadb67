// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cuda/patterns_on_gpu.cuh"

#include <algorithm>
#include <vector>

#include "bitbasin/cuda/amp_steps.cuh"
#include "bitbasin/cuda/fill_patterns.cuh"

namespace bitbasin::cuda {
namespace {

constexpr int batch_chunks(Product which) {
  return which == Product::backward ? 4 : 8;
}
constexpr int batch_bytes(Product which) {
  return batch_chunks(which) * chunk_bytes(which == Product::forward_signs);
}

int attribute(int gpu, cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, gpu), "describe a GPU");
  return value;
}

// Beside its part of B a group takes 1 KB for the system and a little for what it claims.
constexpr int kReserved = 1024 + 128;

// Strips as long as shared memory allows, because every tile of a strip costs a barrier and its additions;
// but so many that each group has some tiles to do, or the last ones would leave most groups idle.
ProductPlan plan_of(Product which, int batches, int tiles, int multiprocessors, int shared_bytes) {
  const int limit = std::min(kOperandBytes, shared_bytes / kGroupsPerMultiprocessor - kReserved);
  const int most = limit / batch_bytes(which) / 2 * 2;
  constexpr int kTilesPerGroup = 16;
  const int wanted = kTilesPerGroup * multiprocessors * kGroupsPerMultiprocessor;
  int strip_batches = std::max(2, most);
  while (strip_batches > 2 && divide_up(batches, strip_batches) * tiles < wanted) strip_batches -= 2;
  return {batches, strip_batches, divide_up(batches, strip_batches), tiles};
}

BlockLayout layout_of(std::size_t n, std::size_t patterns) {
  return {static_cast<int>(n), static_cast<int>(patterns)};
}

}  // namespace

ProductPlans::ProductPlans(const BlockLayout& layout, int multiprocessors, int shared_bytes) {
  const int eights = divide_up(layout.synapse_blocks(), 8);
  const int rows = layout.pattern_blocks();
  forward = plan_of(Product::forward, eights, rows, multiprocessors, shared_bytes);
  forward_signs = plan_of(Product::forward_signs, eights, rows, multiprocessors, shared_bytes);
  backward = plan_of(Product::backward, rows, eights, multiprocessors, shared_bytes);
}

const ProductPlan& ProductPlans::of(Product which) const {
  return which == Product::forward ? forward : which == Product::backward ? backward : forward_signs;
}

std::size_t ProductPlans::operand_bytes(Product which) const {
  const ProductPlan& plan = of(which);
  return static_cast<std::size_t>(plan.strips) * plan.strip_batches * batch_bytes(which);
}

PatternsOnGpu::Amp::Amp(const BlockLayout& layout, std::size_t operand_bytes, std::size_t pattern_sums)
    : theta(layout.n),
      m(layout.n),
      g(layout.patterns),
      gam(layout.patterns),
      signs(8 * (layout.n / 256 + 1)),  // a word for every warp of the last block of threads
      operand(operand_bytes),
      counts(pattern_sums),
      errors(1) {}

PatternsOnGpu::PatternsOnGpu(const BitbasinPatternSource& source)
    : layout_(layout_of(source.n, source.patterns)),
      multiprocessors_(attribute(source.gpu, cudaDevAttrMultiProcessorCount)),
      shared_bytes_(attribute(source.gpu, cudaDevAttrMaxSharedMemoryPerMultiprocessor)),
      hopper_(source.form != kBitbasinCudaPortable &&
              attribute(source.gpu, cudaDevAttrComputeCapabilityMajor) == 9),
      plans_(layout_, multiprocessors_, shared_bytes_),
      bits_(layout_.slots()),
      forward_operand_(plans_.operand_bytes(Product::forward)),
      backward_operand_(plans_.operand_bytes(Product::backward)),
      pattern_sums_(static_cast<std::size_t>(layout_.pattern_blocks()) * kBlockPatterns),
      synapse_sums_(static_cast<std::size_t>(plans_.backward.tiles) * 8 * kBlockSynapses),
      ones_(pattern_sums_.size()),
      claimed_(std::max({plans_.forward.strips, plans_.forward_signs.strips, plans_.backward.strips})),
      entries_(std::max(source.n, source.patterns)),
      w_(static_cast<std::size_t>(layout_.synapse_blocks())),
      scalars_(1) {
  clear(scalars_.data(), 1, stream_);
  fill(source);
  // The set bits of every row: the product with a vector of ones.
  const std::vector<std::uint64_t> all(w_.size(), ~std::uint64_t{0});
  copy(w_.data(), all.data(), all.size(), stream_);
  check(prepare_signs(w_.data(), layout_.n, plans_.forward, forward_operand_.data(),
                      &scalars_.data()->forward.sum_m, stream_),
        "prepare a product");
  multiply(Product::forward, forward_operand_);
  copy(ones_.data(), pattern_sums_.data(), ones_.size(), stream_);
  stream_.wait();
}

std::uint64_t PatternsOnGpu::bytes_needed(std::size_t n, std::size_t patterns) {
  const BlockLayout layout = layout_of(n, patterns);
  const std::uint64_t synapses = static_cast<std::uint64_t>(layout.padded_synapse_blocks()) * kBlockSynapses;
  const std::uint64_t rows = static_cast<std::uint64_t>(layout.padded_pattern_blocks()) * kBlockPatterns;
  // Operands with and without signs, sums, entries, theta and m, signs; operand, sums, entries, G and Gam.
  constexpr std::uint64_t kPerSynapse = 24 + 32 + 4 + 2 + 16 + 1, kPerPattern = 24 + 3 * 4 + 2 + 16;
  return layout.slots() * sizeof(uint4) + synapses * kPerSynapse + rows * kPerPattern;
}

void PatternsOnGpu::fill(const BitbasinPatternSource& source) {
  if (source.rows == nullptr) {
    DeviceArray<std::uint64_t> labels((source.patterns + 63) / 64);
    copy(labels.data(), source.labels, labels.size(), stream_);
    check(
        fill_random(bits_.data(), layout_, source.seed, source.purpose, source.first, labels.data(), stream_),
        "make the patterns");
    stream_.wait();
    return;
  }
  constexpr std::size_t kBytesAtOnce = std::size_t{64} << 20;
  const std::size_t row_bytes = source.stride * sizeof(std::uint64_t);
  const std::size_t blocks = std::max<std::size_t>(1, kBytesAtOnce / row_bytes / kBlockPatterns);
  const std::size_t most = std::min(source.patterns, blocks * kBlockPatterns);
  DeviceArray<std::uint64_t> words(most * source.stride);
  for (std::size_t first = 0; first < source.patterns; first += most) {
    const std::size_t rows = std::min(most, source.patterns - first);
    copy(words.data(), source.rows + first * source.stride, rows * source.stride, stream_);
    check(fill_given(bits_.data(), layout_, static_cast<int>(first / kBlockPatterns), static_cast<int>(rows),
                     words.data(), source.stride, stream_),
          "arrange the patterns");
    stream_.wait();
  }
}

// Sums over set bits, from an operand that was prepared.
void PatternsOnGpu::multiply(Product which, DeviceArray<std::uint8_t>& operand) {
  const bool back = which == Product::backward;
  DeviceArray<int>& sums = back ? synapse_sums_ : pattern_sums_;
  clear(sums.data(), sums.size(), stream_);
  int* counts = nullptr;
  if (which == Product::forward_signs) {
    counts = amp_->counts.data();
    clear(counts, amp_->counts.size(), stream_);
  }
  const ProductPlan& plan = plans_.of(which);
  const int group_bytes = plan.strip_batches * batch_bytes(which) + kReserved;
  const ProductArguments arguments{bits_.data(),
                                   layout_,
                                   plan,
                                   operand.data(),
                                   sums.data(),
                                   counts,
                                   claimed_.data(),
                                   100 * kGroupsPerMultiprocessor * group_bytes / shared_bytes_};
  check((hopper_ ? launch_hopper : launch_portable)(which, arguments, multiprocessors_, stream_), "multiply");
}

void PatternsOnGpu::multiply_integers(bool back, const std::int16_t* in, std::int32_t* out) {
  const int ins = back ? layout_.patterns : layout_.n, outs = back ? layout_.n : layout_.patterns;
  const Product which = back ? Product::backward : Product::forward;
  DeviceArray<std::uint8_t>& operand = back ? backward_operand_ : forward_operand_;
  int* sums = (back ? synapse_sums_ : pattern_sums_).data();
  int* sum = &scalars_.data()->forward.sum_m;
  copy(entries_.data(), in, ins, stream_);
  clear(sum, 1, stream_);
  check(prepare_integers(back, entries_.data(), ins, plans_.of(which), operand.data(), sum, stream_),
        "prepare a product");
  multiply(which, operand);
  check(finish_sums(sums, outs, sum, stream_), "finish a product");
  copy(out, sums, outs, stream_);
  stream_.wait();
}

void PatternsOnGpu::forward(const std::int16_t* in, std::int32_t* out) {
  multiply_integers(false, in, out);
}

void PatternsOnGpu::backward(const std::int16_t* in, std::int32_t* out) {
  multiply_integers(true, in, out);
}

std::size_t PatternsOnGpu::count_errors(const std::uint64_t* w, std::int64_t least, std::int64_t most) {
  Scalars::BeforeForward* numbers = &scalars_.data()->forward;
  copy(w_.data(), w, w_.size(), stream_);
  clear(numbers, 1, stream_);
  check(
      prepare_signs(w_.data(), layout_.n, plans_.forward, forward_operand_.data(), &numbers->sum_m, stream_),
      "prepare a product");
  multiply(Product::forward, forward_operand_);
  check(count_outside(pattern_sums_.data(), layout_.patterns, &numbers->sum_m, least, most, &numbers->errors,
                      stream_),
        "count errors");
  unsigned errors = 0;
  copy(&errors, &numbers->errors, 1, stream_);
  stream_.wait();
  return errors;
}

void PatternsOnGpu::amp_start(const double* theta, std::int64_t least) {
  if (!amp_) amp_.emplace(layout_, plans_.operand_bytes(Product::forward_signs), pattern_sums_.size());
  Amp& a = *amp_;
  a.least = least;
  stream_.wait();
  copy(a.theta.data(), theta, a.theta.size(), stream_);
  clear(a.g.data(), a.g.size(), stream_);
  clear(&scalars_.data()->backward, 1, stream_);
  check(magnetise(a.theta.data(), a.m.data(), a.signs.data(), layout_.n, scalars_.data(), stream_), "start");
  begin_forward();
  stream_.wait();
}

// X m, the errors of the signs, and the variance of m beside it: all that can be done before somebody says
// what the next step is.
void PatternsOnGpu::begin_forward() {
  Amp& a = *amp_;
  a.fork.record(stream_);
  a.fork.delay(a.side);
  check(sum_variance(a.m.data(), layout_.n, scalars_.data(), a.side), "sum");
  a.variance_ready.record(a.side);
  clear(&scalars_.data()->forward, 1, stream_);
  check(prepare_forward(a.m.data(), a.signs.data(), layout_.n, plans_.forward_signs, a.operand.data(),
                        scalars_.data(), stream_),
        "prepare a product");
  multiply(Product::forward_signs, a.operand);
  check(count_sign_errors(a.counts.data(), ones_.data(), layout_, a.least, scalars_.data(), stream_),
        "count errors");
  copy(a.errors.data(), &scalars_.data()->forward.errors, 1, stream_);
  a.counted.record(stream_);
}

void PatternsOnGpu::amp_step(double threshold, double fresh, double memory) {
  Amp& a = *amp_;
  a.variance_ready.delay(stream_);
  check(step_patterns(pattern_sums_.data(), a.g.data(), a.gam.data(), layout_.patterns, threshold,
                      scalars_.data(), stream_),
        "respond");
  a.fork.record(stream_);
  a.fork.delay(a.side);
  check(sum_onsager(a.gam.data(), layout_.patterns, scalars_.data(), a.side), "sum");
  a.onsager_ready.record(a.side);
  clear(&scalars_.data()->backward, 1, stream_);
  check(prepare_backward(a.g.data(), layout_.patterns, plans_.backward, backward_operand_.data(),
                         scalars_.data(), stream_),
        "prepare a product");
  multiply(Product::backward, backward_operand_);
  a.onsager_ready.delay(stream_);
  check(step_synapses(synapse_sums_.data(), a.theta.data(), a.m.data(), a.signs.data(), layout_.n, fresh,
                      memory, scalars_.data(), stream_),
        "update the fields");
  begin_forward();
}

std::size_t PatternsOnGpu::amp_errors() {
  amp_->counted.wait();
  return amp_->errors[0];
}

void PatternsOnGpu::amp_signs(std::uint64_t* w) {
  copy(w, reinterpret_cast<const std::uint64_t*>(amp_->signs.data()), w_.size(), stream_);
  stream_.wait();
}

void PatternsOnGpu::amp_fields(double* theta) {
  copy(theta, amp_->theta.data(), amp_->theta.size(), stream_);
  stream_.wait();
}

BitbasinRates PatternsOnGpu::measure(int repeats) {
  CudaEvent start, end;
  const auto median = [&](auto run) {
    std::vector<double> times;
    for (int i = 0; i <= repeats; ++i) {  // the first is not counted
      start.record(stream_);
      run();
      end.record(stream_);
      end.wait();
      if (i > 0) times.push_back(end.milliseconds_since(start));
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
  };
  // The bits that a product reads, without what pads the last squares.
  const double used =
      static_cast<double>(layout_.synapse_blocks()) * layout_.pattern_blocks() * kBlockSlots * sizeof(uint4);
  BitbasinRates rates{static_cast<std::uint64_t>(used), 0, 0, 0, 0};
  for (int shape = 0; shape < kReadShapes; ++shape) {
    const double ms = median([&] {
      check(read_all(shape, bits_.data(), bits_.size(), multiprocessors_,
                     reinterpret_cast<unsigned*>(claimed_.data()), stream_),
            "read");
    });
    if (shape == 0 || ms < rates.read_ms) rates.read_ms = ms;
  }
  rates.read_ms *= used / static_cast<double>(bits_.bytes());
  // Vectors whose bits are mixed.
  const std::size_t count = std::max(layout_.n, layout_.patterns);
  std::vector<std::int16_t> entries(count);
  std::vector<double> theta(static_cast<std::size_t>(layout_.n));
  for (std::size_t i = 0; i < count; ++i)
    entries[i] = static_cast<std::int16_t>(i * 2654435761u % 4095) - 2047;
  for (std::size_t i = 0; i < theta.size(); ++i) theta[i] = entries[i] / 1024.0;
  std::vector<std::int32_t> out(count);
  forward(entries.data(), out.data());
  backward(entries.data(), out.data());
  amp_start(theta.data(), 1);
  rates.forward_ms = median([&] { multiply(Product::forward, forward_operand_); });
  rates.forward_signs_ms = median([&] { multiply(Product::forward_signs, amp_->operand); });
  rates.backward_ms = median([&] { multiply(Product::backward, backward_operand_); });
  return rates;
}

}  // namespace bitbasin::cuda
