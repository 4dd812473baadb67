// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace bitbasin {

// One cache line, and the widest vector any kernel uses.
inline constexpr std::size_t kAlignment = 64;

// Bytes that are zero, in whole cache lines; large blocks in huge pages where the system has them, because
// reads in random order would otherwise wait for the tables of pages. Fails as operator new does.
void* allocate_zeroed_lines(std::size_t bytes);
void free_lines(void* memory, std::size_t bytes);

// A zero-initialised array of trivial values that starts on a cache line and whose storage ends on one,
// so that a kernel may always read and write whole vectors.
template <class T>
requires std::is_trivially_copyable_v<T>
class AlignedArray {
 public:
  AlignedArray() = default;
  explicit AlignedArray(std::size_t size)
      : size_(size),
        data_(size ? static_cast<T*>(allocate_zeroed_lines(bytes(size))) : nullptr, Free{bytes(size)}) {}
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
  // All there are if the number is too large, which no allocation can have.
  static constexpr std::size_t bytes(std::size_t size) {
    constexpr std::size_t kAll = static_cast<std::size_t>(-1);
    return size > kAll / sizeof(T) ? kAll : size * sizeof(T);
  }
  struct Free {
    std::size_t bytes = 0;
    void operator()(T* p) const { free_lines(p, bytes); }
  };

  std::size_t size_ = 0;
  std::unique_ptr<T[], Free> data_;
};

}  // namespace bitbasin
