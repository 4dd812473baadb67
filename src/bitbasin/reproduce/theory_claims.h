// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/reproduce/claim.h"

namespace bitbasin {

// What the paper's analytical part says, solved anew.
ClaimResult equilibrium_capacity(const ClaimSetup& setup, RunControl& control);
ClaimResult teacher_transition(const ClaimSetup& setup, RunControl& control);
// S_I < 0 near typical solutions (y = 0).
ClaimResult typical_isolated(const ClaimSetup& setup, RunControl& control);
// S_I > 0 and q~ < 1 along the y* curve, and y* grows towards both ends.
ClaimResult dense_clusters(const ClaimSetup& setup, RunControl& control);
// Where q1 reaches S and where S_I turns negative.
ClaimResult dense_end(const ClaimSetup& setup, RunControl& control);
// Reference solutions of a teacher against typical ones.
ClaimResult reference_generalization(const ClaimSetup& setup, RunControl& control);

}  // namespace bitbasin
