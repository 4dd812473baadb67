// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace bitbasin {

// Makes SIGINT, SIGTERM and the time limit (in seconds; infinite: none) end the program at once, with the
// corresponding exit code: suits a command that has nothing to save.
void end_on_interrupts(double time_limit);

// From now on the first signal only sets the flag, so that the command can end in good order; a second one,
// at least a fifth of a second later, still ends the program at once. The command itself then watches the
// time limit.
const std::atomic<bool>& watch_interrupts();

}  // namespace bitbasin
