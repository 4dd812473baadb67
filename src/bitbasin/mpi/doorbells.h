// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace bitbasin {

struct BellMemory;  // that MPI shares

// MPI has no way to wait without using a core. So each rank has a bell in memory that it shares with the
// others on its machine: whoever has sent it a message rings, and it can sleep until then. Where memory
// cannot be shared there are no bells, and it sleeps as long as it wanted.
class Doorbells {
 public:
  Doorbells();
  ~Doorbells();
  void open();
  void close();

  bool reach_everyone() const { return everyone_; }  // all ranks are on this machine
  // Does nothing if that rank is on another machine.
  void ring(int rank);
  // To be called before looking for messages: what rings from here on ends the next sleep.
  void listen() { heard_ = own_->load(std::memory_order_acquire); }
  void sleep(double seconds);

 private:
  using Bell = std::atomic<std::uint32_t>;  // counts how often it was rung

  std::unique_ptr<BellMemory> memory_;
  std::vector<Bell*> bells_;  // by rank, null where there is none
  Bell silent_ = 0;           // that of a rank without a bell: nobody rings it
  Bell* own_ = &silent_;
  std::uint32_t heard_ = 0;
  bool everyone_ = false;
};

}  // namespace bitbasin
