// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "bitbasin/base/run_control.h"
#include "bitbasin/network/training/epoch_point.h"
#include "bitbasin/network/training/trainer.h"

namespace bitbasin {

// Trains until `epochs` epochs are over, the limits stop it, or there is nothing left to learn: an epoch in
// which every pattern had its margin, or, where no margin is asked for, a network that makes no error. With
// several versions of the images an epoch does not show all patterns, and only the first two ends count.
// True: nothing is left to learn. on_epoch hears of each epoch when it is over, with the error on patterns
// that are held out; there may be none.
bool run_training(Trainer& trainer, std::uint64_t epochs, const PatternSet& held_out, int threads,
                  RunControl& control, const std::function<void(const EpochPoint&)>& on_epoch);

}  // namespace bitbasin
