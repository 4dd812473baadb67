// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace bitbasin {

// Makes SIGINT, SIGTERM and the time limit (in seconds; infinite: none) end the program at once, with the
// exit code that says so: right for a command that has nothing to save.
void end_on_interrupts(double time_limit);

// From now on the first signal only sets the flag, and whoever watches it ends in good order; a second one,
// a fifth of a second later or more, still ends the program at once. The time limit becomes the watcher's
// business.
const std::atomic<bool>& watch_interrupts();

}  // namespace bitbasin
