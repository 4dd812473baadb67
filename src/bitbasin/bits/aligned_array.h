// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace bitbasin {

// One cache line, and the widest vector any kernel uses.
inline constexpr std::size_t kAlignment = 64;

// A zero-initialised array of trivial values that starts on a cache line and whose storage ends on one,
// so that a kernel may always read and write whole vectors.
template <class T>
requires std::is_trivially_copyable_v<T>
class AlignedArray {
 public:
  AlignedArray() = default;
  explicit AlignedArray(std::size_t size)
      : size_(size), data_(size ? new (std::align_val_t{kAlignment}) T[padded(size)]{} : nullptr) {}
  AlignedArray(const AlignedArray& other) : AlignedArray(other.size_) {
    std::copy_n(other.data(), size_, data());
  }
  AlignedArray(AlignedArray&& other) noexcept
      : size_(std::exchange(other.size_, 0)), data_(std::move(other.data_)) {}
  AlignedArray& operator=(AlignedArray other) noexcept {
    std::swap(size_, other.size_);
    std::swap(data_, other.data_);
    return *this;
  }

  std::size_t size() const { return size_; }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  operator std::span<T>() { return {data(), size_}; }              // NOLINT(google-explicit-constructor)
  operator std::span<const T>() const { return {data(), size_}; }  // NOLINT(google-explicit-constructor)

 private:
  static constexpr std::size_t padded(std::size_t size) {
    constexpr std::size_t per_line = kAlignment / sizeof(T);
    return (size + per_line - 1) / per_line * per_line;
  }
  struct Free {
    void operator()(T* p) const { ::operator delete[](p, std::align_val_t{kAlignment}); }
  };

  std::size_t size_ = 0;
  std::unique_ptr<T[], Free> data_;
};

}  // namespace bitbasin
