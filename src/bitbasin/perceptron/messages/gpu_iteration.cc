// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/gpu_iteration.h"

#include "bitbasin/math/tanh_array.h"
#include "bitbasin/perceptron/messages/instance_on_gpu.h"

namespace bitbasin {

GpuIteration::GpuIteration(const PerceptronInstance& instance, const SignModel& model)
    : allowed_(instance.sums()),
      model_(model),
      x_(put_on_gpu(instance)),
      theta_(instance.n()),
      m_(instance.n()),
      w_(instance.n()) {}

// Until the first step the signs are those that the run before has left, as on the CPU.
void GpuIteration::start(std::span<const double> theta) {
  signs();
  x_.amp_start(theta, allowed_.least);
  started_ = true;
  stepped_ = false;
}

void GpuIteration::step(double margin, double fresh, double memory) {
  x_.amp_step(model_.tightened(margin).threshold(), fresh, memory);
  stepped_ = true;
  fetched_ = false;
}

std::size_t GpuIteration::count_errors() {
  return stepped_ ? x_.amp_errors() : x_.count_errors(w_.words(), allowed_.least, allowed_.most);
}

std::span<const double> GpuIteration::fields() {
  if (started_) x_.amp_fields(theta_);
  return theta_;
}

std::span<const double> GpuIteration::m() {
  tanh_array(fields(), m_);
  return m_;
}

const BitVector& GpuIteration::signs() {
  if (!fetched_) x_.amp_signs(w_.words());
  fetched_ = true;
  return w_;
}

}  // namespace bitbasin
