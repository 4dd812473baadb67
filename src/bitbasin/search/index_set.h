// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace bitbasin {

// A subset of 0 .. size - 1: insertion, removal and a random member in constant time, members as a flat list.
// The order of the list depends on the history, so the same history gives the same picks.
class IndexSet {
 public:
  IndexSet() = default;
  explicit IndexSet(std::size_t universe) : place_(universe, kAbsent) {}

  std::size_t size() const { return members_.size(); }
  bool empty() const { return members_.empty(); }
  bool contains(std::size_t i) const { return place_[i] != kAbsent; }
  std::uint32_t operator[](std::size_t k) const { return members_[k]; }
  std::span<const std::uint32_t> members() const { return members_; }

  void insert(std::size_t i) {
    if (contains(i)) return;
    place_[i] = static_cast<std::uint32_t>(members_.size());
    members_.push_back(static_cast<std::uint32_t>(i));
  }
  void erase(std::size_t i) {
    if (!contains(i)) return;
    const std::uint32_t last = members_.back();
    members_[place_[i]] = last;
    place_[last] = place_[i];
    place_[i] = kAbsent;
    members_.pop_back();
  }
  void set(std::size_t i, bool member) { member ? insert(i) : erase(i); }
  void clear() {
    for (const std::uint32_t i : members_) place_[i] = kAbsent;
    members_.clear();
  }

 private:
  static constexpr std::uint32_t kAbsent = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> members_;
  std::vector<std::uint32_t> place_;
};

}  // namespace bitbasin
