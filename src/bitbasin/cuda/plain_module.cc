// SPDX-License-Identifier: Apache-2.0
// The table of cuda_module.h in plain C++ on the host, with the functions that the GPU's kernels share: what
// the tests load in place of libbitbasin_cuda.so. BITBASIN_PLAIN_GPUS says how many GPUs it pretends to have,
// BITBASIN_PLAIN_MEMORY how many bytes each of them has.
#include <Random123/philox.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <span>
#include <vector>

#include "bitbasin/cuda/amp_functions.h"
#include "bitbasin/cuda/cuda_module.h"

struct BitbasinPatterns {
  std::size_t n = 0;
  std::vector<std::vector<std::uint64_t>> rows;
  std::vector<double> theta, m, g;
  std::int64_t least = 0;

  bool get(std::size_t k, std::size_t i) const { return rows[k][i / 64] >> i % 64 & 1; }
};

namespace {

using namespace bitbasin::cuda;

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

const char* count_gpus(int* count) {
  *count = static_cast<int>(setting("BITBASIN_PLAIN_GPUS", 1));
  return *count < 0 ? "CUDA failed to find a GPU: no driver" : nullptr;
}

const char* describe_gpu(int, BitbasinGpu* out) {
  *out = {"plain C++", setting("BITBASIN_PLAIN_MEMORY", 1 << 30), 0, 1, 0, kBitbasinCudaPortable};
  out->free_memory = out->memory;
  return nullptr;
}

std::uint64_t bytes_needed(std::size_t n, std::size_t patterns) {
  return n * patterns / 8;
}

const char* open_patterns(const BitbasinPatternSource* source, BitbasinPatterns** out) {
  auto* made = new BitbasinPatterns{source->n, {}, {}, {}, {}, 0};
  const std::size_t words = (source->n + 63) / 64;
  for (std::size_t k = 0; k < source->patterns; ++k) {
    std::vector<std::uint64_t> row(words);
    for (std::size_t j = 0; j < words; ++j) {
      if (source->rows != nullptr) {
        row[j] = source->rows[k * source->stride + j];
        continue;
      }
      const auto block =
          r123::Philox4x64{}({{j / 4, source->first + k, 0, 0}}, {{source->seed, source->purpose}});
      row[j] = source->labels[k / 64] >> k % 64 & 1 ? block.v[j % 4] : ~block.v[j % 4];
    }
    if (source->n % 64 != 0) row.back() &= (std::uint64_t{1} << source->n % 64) - 1;
    made->rows.push_back(std::move(row));
  }
  *out = made;
  return nullptr;
}

void close_patterns(BitbasinPatterns* patterns) {
  delete patterns;
}

const char* forward(BitbasinPatterns* x, const std::int16_t* in, std::int32_t* out) {
  for (std::size_t k = 0; k < x->rows.size(); ++k) {
    out[k] = 0;
    for (std::size_t i = 0; i < x->n; ++i) out[k] += x->get(k, i) ? in[i] : -in[i];
  }
  return nullptr;
}

const char* backward(BitbasinPatterns* x, const std::int16_t* in, std::int32_t* out) {
  std::fill_n(out, x->n, 0);
  for (std::size_t k = 0; k < x->rows.size(); ++k) {
    for (std::size_t i = 0; i < x->n; ++i) out[i] += x->get(k, i) ? in[k] : -in[k];
  }
  return nullptr;
}

const char* count_errors(BitbasinPatterns* x, const std::uint64_t* w, std::int64_t least, std::int64_t most,
                         std::size_t* errors) {
  *errors = 0;
  for (const std::vector<std::uint64_t>& row : x->rows) {
    auto sum = static_cast<std::int64_t>(x->n);
    for (std::size_t j = 0; j < row.size(); ++j) sum -= 2 * std::popcount(row[j] ^ w[j]);
    if (sum < least || sum > most) ++*errors;
  }
  return nullptr;
}

const char* amp_start(BitbasinPatterns* x, const double* theta, std::int64_t least) {
  x->theta.assign(theta, theta + x->n);
  x->m.resize(x->n);
  std::ranges::transform(x->theta, x->m.begin(), tanh_of);
  x->g.assign(x->rows.size(), 0);
  x->least = least;
  return nullptr;
}

// Eight sums side by side, as in amp.h.
template <class F>
double sum_in_order(std::span<const double> v, F f) {
  double part[8] = {};
  const std::size_t whole = v.size() / 8 * 8;
  for (std::size_t i = 0; i < v.size(); ++i) part[i < whole ? i % 8 : 0] += f(v[i]);
  return ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
}

struct RoundedVector {
  explicit RoundedVector(std::span<const double> v) {
    double largest = 0;
    for (const double x : v) largest = std::max(largest, std::fabs(x));
    unit = unit_of(largest);
    for (const double x : v) entries.push_back(static_cast<std::int16_t>(rounded(x, largest)));
  }
  double unit = 0;
  std::vector<std::int16_t> entries;
};

const char* amp_step(BitbasinPatterns* x, double threshold, double fresh, double memory) {
  const std::size_t patterns = x->rows.size();
  const double v = variance_of(sum_in_order(x->m, [](double m) { return 1 - m * m; }));
  const double root = std::sqrt(v);
  const RoundedVector m(x->m);
  std::vector<std::int32_t> sums(patterns);
  forward(x, m.entries.data(), sums.data());
  std::vector<double> gam(patterns);
  for (std::size_t k = 0; k < patterns; ++k) {
    const PatternResponse response = respond(m.unit * sums[k], x->g[k], threshold, v, root);
    x->g[k] = response.g;
    gam[k] = response.gam;
  }
  const double onsager = sum_in_order(gam, [](double term) { return term; });
  const RoundedVector g(x->g);
  sums.resize(x->n);
  backward(x, g.entries.data(), sums.data());
  for (std::size_t i = 0; i < x->n; ++i) {
    x->theta[i] = new_field(g.unit * sums[i], x->m[i], onsager, x->theta[i], fresh, memory);
    x->m[i] = tanh_of(x->theta[i]);
  }
  return nullptr;
}

const char* amp_signs(BitbasinPatterns* x, std::uint64_t* w) {
  std::fill_n(w, (x->n + 63) / 64, 0);
  for (std::size_t i = 0; i < x->n; ++i) w[i / 64] |= std::uint64_t{x->theta[i] >= 0} << i % 64;
  return nullptr;
}

const char* amp_fields(BitbasinPatterns* x, double* theta) {
  std::ranges::copy(x->theta, theta);
  return nullptr;
}

const char* amp_errors(BitbasinPatterns* x, std::size_t* errors) {
  std::vector<std::uint64_t> w((x->n + 63) / 64);
  amp_signs(x, w.data());
  return count_errors(x, w.data(), x->least, static_cast<std::int64_t>(x->n), errors);
}

const char* measure(BitbasinPatterns*, int, BitbasinRates* out) {
  *out = {1000000, 1, 2, 4, 8};
  return nullptr;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const BitbasinCuda bitbasin_cuda{kBitbasinCudaVersion,
                                                                                   count_gpus,
                                                                                   describe_gpu,
                                                                                   bytes_needed,
                                                                                   open_patterns,
                                                                                   close_patterns,
                                                                                   forward,
                                                                                   backward,
                                                                                   count_errors,
                                                                                   amp_start,
                                                                                   amp_step,
                                                                                   amp_errors,
                                                                                   amp_signs,
                                                                                   amp_fields,
                                                                                   measure};
