// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>

// What libbitbasin_mpi.so offers, in C, so that the program needs no MPI to start: it loads the module only
// if mpirun has started it. Functions that can fail return 0 on success, and all must be called from the same
// thread.
extern "C" {

struct BitbasinMpiMessage {
  int to;
  const void* bytes;
  size_t size;
};

// The table at the symbol "bitbasin_mpi". Changing it requires a new version.
struct BitbasinMpi {
  int version;
  // Also says whether all ranks are on this machine.
  int (*start)(int* rank, int* size, int* one_machine);
  // To several ranks at once, none of which waits for another: `count` messages, whose bytes are copied.
  int (*send)(int count, const struct BitbasinMpiMessage* messages);
  // Whether a message is waiting, from whom and how long it is. Never blocks.
  int (*probe)(int* waiting, int* from, size_t* size);
  int (*receive)(int from, void* bytes, size_t size);
  // Gives the core away for so long, or until a rank of this machine has sent something since the last probe.
  void (*wait)(double seconds);
  int (*finish)(void);
  void (*abort)(int code);
};

}  // extern "C"

enum { kBitbasinMpiVersion = 3 };
