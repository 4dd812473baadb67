// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/device/gpu_patterns.h"
#include "bitbasin/models/channel.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/messages/exact_patterns.h"

namespace bitbasin {

// The patterns of an instance on a GPU: made there if they are random, else copied. Each of several ranks on
// one machine takes the next GPU. Fails with a sentence where there is none or too little memory on it.
GpuPatterns put_on_gpu(const PerceptronInstance& instance);

// Products by a GPU, with vectors in this machine's memory.
class InstanceOnGpu final : public ExactPatterns {
 public:
  explicit InstanceOnGpu(const PerceptronInstance& instance)
      : allowed_(instance.sums()), x_(put_on_gpu(instance)) {}

  std::size_t n() const override { return x_.n(); }
  std::size_t patterns() const override { return x_.patterns(); }
  void forward(std::span<const std::int16_t> in, std::span<std::int32_t> out) override {
    x_.forward(in, out);
  }
  void backward(std::span<const std::int16_t> in, std::span<std::int32_t> out) override {
    x_.backward(in, out);
  }
  bool violates_none(const BitVector& w) override { return count_errors(w) == 0; }
  std::size_t count_errors(const BitVector& w) override {
    return x_.count_errors(w.words(), allowed_.least, allowed_.most);
  }

 private:
  SumRange allowed_;
  GpuPatterns x_;
};

}  // namespace bitbasin
