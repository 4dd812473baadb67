// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

// Memory, streams and events of CUDA with owners. Errors are exceptions inside the module; cuda_module.cu
// turns them into sentences.

namespace bitbasin::cuda {

inline void check(cudaError_t failed, const char* what) {
  if (failed == cudaSuccess) return;
  cudaGetLastError();  // or the next call would find it again
  throw std::runtime_error(std::string("CUDA failed to ") + what + ": " + cudaGetErrorString(failed));
}

// An array on the GPU, or of the host's memory that a GPU copies from and to by itself.
template <class T, bool kOnHost = false>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size) : size_(size) {
    void* at = nullptr;
    const std::size_t bytes = size * sizeof(T);
    check(kOnHost ? cudaMallocHost(&at, bytes) : cudaMalloc(&at, bytes), "allocate memory");
    data_ = static_cast<T*>(at);
  }
  DeviceArray(DeviceArray&& other) noexcept
      : size_(other.size_), data_(std::exchange(other.data_, nullptr)) {}
  ~DeviceArray() {
    if (data_ != nullptr) kOnHost ? cudaFreeHost(data_) : cudaFree(data_);
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  T& operator[](std::size_t i) requires kOnHost { return data_[i]; }

 private:
  std::size_t size_;
  T* data_ = nullptr;
};
template <class T>
using HostArray = DeviceArray<T, true>;

class CudaStream {
 public:
  CudaStream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "make a stream"); }
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;
  ~CudaStream() { cudaStreamDestroy(stream_); }
  operator cudaStream_t() const { return stream_; }
  void wait() const { check(cudaStreamSynchronize(stream_), "finish its work"); }

 private:
  cudaStream_t stream_ = nullptr;
};

class CudaEvent {
 public:
  CudaEvent() { check(cudaEventCreate(&event_), "make an event"); }
  CudaEvent(const CudaEvent&) = delete;
  CudaEvent& operator=(const CudaEvent&) = delete;
  ~CudaEvent() { cudaEventDestroy(event_); }

  void record(const CudaStream& stream) { check(cudaEventRecord(event_, stream), "record an event"); }
  void delay(const CudaStream& stream) { check(cudaStreamWaitEvent(stream, event_, 0), "join its streams"); }
  void wait() { check(cudaEventSynchronize(event_), "finish its work"); }
  double milliseconds_since(const CudaEvent& start) const {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start.event_, event_), "measure a time");
    return ms;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

template <class T>
void clear(T* at, std::size_t count, const CudaStream& stream) {
  check(cudaMemsetAsync(at, 0, count * sizeof(T), stream), "clear memory");
}
template <class T>
void copy(T* to, const T* from, std::size_t count, const CudaStream& stream) {
  check(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDefault, stream), "copy memory");
}

}  // namespace bitbasin::cuda
